import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import type { SenderCheck } from '../contract.ts'
import type { StepId } from '../rules.ts'
import { AddSite } from './AddSite.tsx'
import { addAreas } from './client.ts'
import classes from './FirstSteps.module.css'
import { SenderRecords } from './SenderRecords.tsx'
import type { ShownStep } from './useFirstSteps.ts'

/** What each step is called. */
export const stepTitles: Readonly<Record<StepId, string>> = {
  people: 'People',
  areas: 'Areas',
  sites: 'Your sites',
  sender: 'E-mail sender',
  source: 'A source that sends leads',
  quotas: 'Rules for new leads',
  hours: 'Working hours',
}

const meanings: Readonly<Record<StepId, string>> = {
  people:
    'Add everybody with their role and team; each gets an invitation by e-mail, and signs in with the account that you have elsewhere. Leads go to agents.',
  areas: 'Municipalities, districts and neighbourhoods: where leads look for homes, and where agents work.',
  sites: 'The websites of the brokerage. Each lead belongs to the one that it came through.',
  sender: 'With these records at the host of your domain’s DNS, Gmail and Yahoo believe that your e-mails are yours.',
  source:
    'A site, a form or a portal. Add it, give its key to whoever looks after the site, and send a sign-up of your own: it shows here within seconds.',
  quotas:
    'Rules say how many new leads an agent gets a day and a week. Write a draft, rehearse it on past leads, and publish it. Distribution says for how long an offer stands.',
  hours:
    'When each agent takes new leads, their days off, and who stands in for them. Without hours, an agent is offered leads at any time.',
}

/** What a step is about, and the way to do it. */
export function StepDetail({ step: { id, state }, sender }: { step: ShownStep; sender: SenderCheck | undefined }) {
  return (
    <section className={classes.detail} aria-label={stepTitles[id]}>
      <h2>{stepTitles[id]}</h2>
      <p>{meanings[id]}</p>
      <Way id={id} isDone={state === 'done'} sender={sender} />
    </section>
  )
}

function Way({ id, isDone, sender }: { id: StepId; isDone: boolean; sender: SenderCheck | undefined }): ReactNode {
  const variant = isDone ? 'default' : 'filled'
  switch (id) {
    case 'people':
      return (
        <Button renderRoot={props => <Link to="/admin" search={{ section: 'people' }} {...props} />} variant={variant}>
          {isDone ? 'See people' : 'Add people'}
        </Button>
      )
    case 'areas':
      return (
        <div className={classes.ways}>
          {!isDone && <AddAreas />}
          <SectionLink section="areas">{isDone ? 'See areas' : 'Enter your own'}</SectionLink>
        </div>
      )
    case 'sites':
      return (
        <>
          <AddSite />
          {isDone && (
            <div className={classes.ways}>
              <SectionLink section="sites">See sites</SectionLink>
            </div>
          )}
        </>
      )
    case 'sender':
      return <SenderRecords check={sender} />
    case 'source':
      return (
        <Button component={Link} to="/intake" variant={variant}>
          {isDone ? 'See sources' : 'Add a source'}
        </Button>
      )
    case 'quotas':
      return (
        <div className={classes.ways}>
          <Button component={Link} to="/quota_rules" variant={variant}>
            {isDone ? 'See the rules' : 'Write rules'}
          </Button>
          <Button
            renderRoot={props => <Link to="/admin" search={{ section: 'distribution' }} {...props} />}
            variant="default"
          >
            Distribution
          </Button>
        </div>
      )
    case 'hours':
      return (
        <Button component={Link} to="/admin/working-hours" variant={variant}>
          {isDone ? 'See hours' : 'Set hours'}
        </Button>
      )
  }
}

function SectionLink({ section, children }: { section: string; children: string }) {
  return (
    <Button renderRoot={props => <Link to="/admin" search={{ section }} {...props} />} variant="default">
      {children}
    </Button>
  )
}

function AddAreas() {
  const add = useMutation({ mutationFn: addAreas })
  return (
    <>
      <Button loading={add.isPending} onClick={() => add.mutate()}>
        Add the areas of the region
      </Button>
      <p className={classes.failure} role="alert">
        {add.error && sentenceOf(add.error)}
      </p>
    </>
  )
}
