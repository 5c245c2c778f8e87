import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { ago } from '../../../../platform/web/time/time.ts'
import { leadPath } from '../../../leads/rules.ts'
import { bogusLeadsQuery, recruiterQuery, setRecruiter } from '../client/transfers.ts'
import classes from '../Transfers.module.css'
import { AgentPicker } from './AgentPicker.tsx'
import { unflag } from './useHandOver.ts'

/** The recruiter, who gets leads that are not for agents, and which leads were flagged as bogus. */
export function HandOversPanel() {
  return (
    <div className={classes.panel}>
      <RecruiterForm />
      <BogusLeads />
    </div>
  )
}

function RecruiterForm() {
  const { data } = useQuery(recruiterQuery)
  const choose = useMutation({
    ...setRecruiter,
    async onSuccess(answer) {
      await setRecruiter.onSuccess()
      notify(answer.recruiter ? `${answer.recruiter.name} is the recruiter.` : 'Recruiter removed.')
    },
  })
  const recruiter = data?.recruiter ?? null
  return (
    <section className={classes.section} aria-label="Recruiter">
      <h2>Recruiter</h2>
      {data && (
        <>
          <p>
            {recruiter
              ? `“Hand to recruiter” gives a lead to ${recruiter.name} immediately.`
              : 'No recruiter chosen, so leads cannot be handed over.'}
          </p>
          <AgentPicker
            key={recruiter?.id ?? 'nobody'}
            label={recruiter ? 'Choose someone else' : 'Choose the recruiter'}
            value={null}
            without={[]}
            onChange={agent => agent && choose.mutate(agent.user_id)}
            error={choose.error && sentenceOf(choose.error)}
          />
        </>
      )}
      {recruiter && (
        <div>
          <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate(null)}>
            Remove recruiter
          </Button>
        </div>
      )}
    </section>
  )
}

const MINUTE = 60_000

function BogusLeads() {
  const { data } = useQuery(bogusLeadsQuery)
  const now = useNow(MINUTE)
  return (
    <section className={classes.section} aria-label="Bogus leads">
      <h2>Bogus leads</h2>
      {data?.length === 0 && <p>No bogus leads.</p>}
      <ul className={classes.flagged}>
        {data?.map(lead => (
          <li key={lead.id}>
            <div>
              <Link to={leadPath({ id: lead.id, first_name: lead.name, last_name: '' })} className={classes.name}>
                {lead.name || 'Lead without a name'}
              </Link>
              <small>
                {lead.agent ? `of ${lead.agent.name}, ` : ''}flagged by {lead.flagged_by.name},{' '}
                {ago(lead.flagged_at, now)}
              </small>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={`Not bogus: ${lead.name}`}
              onClick={() => void unflag(lead.id)}
            >
              Not bogus
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
