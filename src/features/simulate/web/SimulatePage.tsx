import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { LeadSearch } from '../../templates/web/pieces.tsx'
import { type Scene, type Simulated, scenes, simulateCalls } from '../contract.ts'
import classes from './Simulate.module.css'

interface ChosenLead {
  id: number
  name: string
}

/** What came of a button, the latest first. */
interface Happened extends Simulated {
  key: number
  at: Date
}

/** Has people outside do what they do, for whoever tries the demo: everything comes in by the same doors as the real thing. */
export function SimulatePage() {
  const [lead, setLead] = useState<ChosenLead | null>(null)
  const [text, setText] = useState('')
  const [happened, setHappened] = useState<readonly Happened[]>([])
  const play = useMutation({
    mutationFn: (scene: Scene) =>
      call(simulateCalls.play, {
        scene,
        ...(scenes[scene].of === 'lead' && lead ? { lead_id: lead.id } : {}),
        ...((scene === 'text' || scene === 'email') && text.trim() ? { text } : {}),
      }),
    onSuccess: done => setHappened(before => [{ ...done, key: before.length, at: new Date() }, ...before]),
  })
  const buttons = (of: 'nobody' | 'lead' | 'listing') =>
    scenesOf(of).map(scene => (
      <Button
        key={scene}
        variant="default"
        disabled={of === 'lead' && lead === null}
        loading={play.isPending && play.variables === scene}
        onClick={() => play.mutate(scene)}
      >
        {scenes[scene].label}
      </Button>
    ))
  return (
    <div className={classes.page}>
      <header>
        <h1>Simulate</h1>
        <p>Press what somebody outside does, and watch it arrive. Only a demo has this page.</p>
      </header>
      <section aria-label="Somebody new">
        <h2>Somebody new</h2>
        <div className={classes.buttons}>{buttons('nobody')}</div>
      </section>
      <section aria-label="A lead">
        <h2>{lead ? lead.name : 'A lead'}</h2>
        <div className={classes.fields}>
          <LeadSearch label="Lead who does it" autoFocus={false} onPick={setLead} />
          <Textarea
            aria-label="Text"
            placeholder="Is it still available?"
            autosize
            maxRows={4}
            maxLength={1000}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
        </div>
        <div className={classes.buttons}>{buttons('lead')}</div>
        {lead === null && <p className={classes.hint}>Choose a lead first.</p>}
      </section>
      <section aria-label="The listing service">
        <h2>The listing service</h2>
        <div className={classes.buttons}>{buttons('listing')}</div>
      </section>
      <p className={classes.failure} role="alert">
        {play.error && sentenceOf(play.error)}
      </p>
      <Happenings happened={happened} />
    </div>
  )
}

const scenesOf = (of: 'nobody' | 'lead' | 'listing'): Scene[] =>
  (Object.keys(scenes) as Scene[]).filter(scene => scenes[scene].of === of)

const clock = new Intl.DateTimeFormat('en-CA', { timeStyle: 'medium' })

function Happenings({ happened }: { happened: readonly Happened[] }) {
  return (
    <section aria-label="What happened">
      <h2>What happened</h2>
      {happened.length === 0 && <p className={classes.hint}>Nothing yet.</p>}
      <ul className={classes.happened} aria-live="polite">
        {happened.map(({ key, at, sentence, lead_id, mls_number }) => (
          <li key={key}>
            <time dateTime={at.toISOString()}>{clock.format(at)}</time>
            <span>{sentence}</span>
            <span className={classes.links}>
              {lead_id !== null && (
                <Link to="/leads/$slug" params={{ slug: `__${lead_id}` }}>
                  Open lead
                </Link>
              )}
              {mls_number !== null && (
                <Link to="/listings/$mls" params={{ mls: mls_number }}>
                  Open listing
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
