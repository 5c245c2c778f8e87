import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FrameSection, SettingRow } from '../../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { ago } from '../../../../platform/web/time/time.ts'
import { leadPath } from '../../../leads/rules.ts'
import { AgentPicker } from '../../../people/web/pieces.tsx'
import { SettingHistory } from '../../../settings/web/pieces.tsx'
import { bogusLeadsQuery, recruiterQuery, setRecruiter } from '../client/transfers.ts'
import classes from '../Transfers.module.css'
import { unflag } from './useHandOver.ts'

/** The recruiter, who gets leads that are not for agents, and which leads were flagged as bogus. */
export function HandOversPanel() {
  return (
    <>
      <RecruiterForm />
      <BogusLeads />
    </>
  )
}

function RecruiterForm() {
  const { data, error, refetch } = useQuery(recruiterQuery)
  const choose = useMutation({
    mutationFn: setRecruiter,
    onSuccess: answer =>
      void notify(answer.recruiter ? `${answer.recruiter.name} is the recruiter.` : 'Recruiter removed.'),
  })
  const recruiter = data?.recruiter ?? null
  return (
    <FrameSection title="Recruiter">
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />)}
      {data && (
        <SettingRow
          name={recruiter?.name ?? 'Nobody yet'}
          meaning={
            recruiter
              ? `“Hand to recruiter” gives a lead to ${recruiter.name} immediately.`
              : 'No recruiter chosen, so leads cannot be handed over.'
          }
          control={
            <AgentPicker
              key={recruiter?.id ?? 'nobody'}
              label={recruiter ? 'Choose someone else' : 'Choose the recruiter'}
              value={null}
              without={[]}
              onChange={agent => agent && choose.mutate(agent.user_id)}
              error={choose.error && sentenceOf(choose.error)}
            />
          }
          note={
            recruiter && (
              <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate(null)}>
                Remove recruiter
              </Button>
            )
          }
        >
          <SettingHistory subject="recruiter" subject_id="recruiter" />
        </SettingRow>
      )}
    </FrameSection>
  )
}

const MINUTE = 60_000

function BogusLeads() {
  const { data, error, refetch } = useQuery(bogusLeadsQuery)
  const now = useNow(MINUTE)
  return (
    <FrameSection title="Bogus leads" count={data?.length} note="In no list, and never written to">
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />)}
      {data?.length === 0 && <p className={classes.none}>No bogus leads.</p>}
      <ul className={classes.flagged}>
        {data?.map(lead => (
          <li key={lead.id}>
            <div>
              <Link to={leadPath({ id: lead.id, first_name: lead.name, last_name: '' })} className={classes.name}>
                {lead.name || 'No name'}
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
    </FrameSection>
  )
}
