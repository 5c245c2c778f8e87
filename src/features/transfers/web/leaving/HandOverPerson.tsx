import { Switch, TextInput } from '@mantine/core'
import {
  IconArrowsExchange,
  IconBell,
  IconCheckbox,
  IconDeviceLaptop,
  IconHome,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { count } from '../../../../platform/web/text.ts'
import { notifyBulk } from '../../../bulk/web/pieces.tsx'
import type { Agent } from '../../../people/contract/people.ts'
import { refetchPeople } from '../../../people/web/client/people.ts'
import type { UserDialogProps } from '../../../people/web/extensions.ts'
import { AgentPicker } from '../../../people/web/pieces.tsx'
import { type LeavingPerson, MAX_SUCCESSORS, transferCalls } from '../../contract.ts'
import { leavingPersonQuery, refreshLeads } from '../client/transfers.ts'
import classes from './HandOverPerson.module.css'
import { handedOverText, leavingLines, sharesOf } from './text.ts'

/** Asks who gets what of somebody who leaves, after showing what that is. */
export function HandOverPerson({ user, onClose }: UserDialogProps) {
  const { data, error, refetch } = useQuery(leavingPersonQuery(user.id))
  const { form, ...sending } = useCallForm(transferCalls.handOver, {
    initial: { to: [] as readonly Agent[], close: user.is_active, reason: '' },
    inputOf: ({ to, close, reason }) => ({
      id: user.id,
      to: to.map(({ id }) => id),
      close,
      reason: reason.trim() || undefined,
      expected: data?.leads,
    }),
    onSaved({ run }) {
      const closes = form.values.close && user.is_active
      const refetch = () => {
        void refetchPeople()
        refreshLeads([])
      }
      notifyBulk(run, {
        done: ({ changed }) => handedOverText(user.name, changed, closes),
        onUndone: refetch,
        destructive: true,
      })
      refetch()
      onClose()
    },
  })
  const { to, close, reason } = form.values
  const hasLeads = (data?.leads ?? 0) > 0
  return (
    <FormDialog
      title={`Hand over ${user.name}`}
      action={close && user.is_active ? (hasLeads ? 'Hand over and close' : 'Close the account') : 'Hand over'}
      maySubmit={data !== undefined && (hasLeads ? to.length > 0 : close)}
      form={sending}
      onClose={onClose}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Work work={data} closes={close && user.is_active} />
          {hasLeads && (
            <Successors
              chosen={to}
              leads={data.leads}
              without={user.agent_id}
              onChange={next => form.setFieldValue('to', next)}
              error={form.errors.to}
            />
          )}
          {user.is_active && (
            <Switch
              label="Close the account at the end"
              description={`${user.first_name} can no longer sign in.`}
              checked={close}
              onChange={event => form.setFieldValue('close', event.currentTarget.checked)}
            />
          )}
          <TextInput
            label="Reason"
            description="Optional. Kept in the audit log."
            maxLength={300}
            value={reason}
            onChange={event => form.setFieldValue('reason', event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}

const icons: Readonly<Record<string, typeof IconUsers>> = {
  leads: IconUsers,
  tasks: IconCheckbox,
  showings: IconHome,
  alerts: IconBell,
  received: IconArrowsExchange,
  sent: IconArrowsExchange,
  sessions: IconDeviceLaptop,
}

function Work({ work, closes }: { work: LeavingPerson; closes: boolean }) {
  return (
    <section aria-label="What moves">
      <dl className={classes.work}>
        {leavingLines(work, { closes }).map(({ id, label, count: number, goes }) => {
          const Icon = icons[id] ?? IconUsers
          return (
            <div key={id}>
              <dt>
                <Icon size={15} stroke={1.6} aria-hidden="true" />
                {label}
              </dt>
              <dd className={classes.number}>{count(number)}</dd>
              <dd>{goes}</dd>
            </div>
          )
        })}
      </dl>
      {work.leads_team && (
        <p className={classes.hint}>Leads the team {work.leads_team.name}. Choose another lead under Teams.</p>
      )}
    </section>
  )
}

interface SuccessorsProps {
  chosen: readonly Agent[]
  leads: number
  without: number | null
  onChange(next: readonly Agent[]): void
  error: ReactNode
}

/** The colleagues who get the leads, with how many each. */
function Successors({ chosen, leads, without, onChange, error }: SuccessorsProps) {
  const shares = sharesOf(leads, chosen.length)
  const taken = chosen.map(({ id }) => id)
  return (
    <div className={classes.successors}>
      {chosen.length > 0 && (
        <ul aria-label="Colleagues">
          {chosen.map((agent, at) => (
            <li key={agent.id}>
              <b>{agent.name}</b>
              <span>
                {count(shares[at] ?? 0)} {shares[at] === 1 ? 'lead' : 'leads'}
              </span>
              <button
                type="button"
                aria-label={`Without ${agent.name}`}
                onClick={() => onChange(chosen.filter(({ id }) => id !== agent.id))}
              >
                <IconX size={14} stroke={1.6} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length < MAX_SUCCESSORS && (
        <AgentPicker
          key={chosen.length}
          label={chosen.length === 0 ? 'Give the leads to' : 'Share with someone else'}
          value={null}
          without={without === null ? taken : [...taken, without]}
          onChange={agent => agent && onChange([...chosen, agent])}
          error={typeof error === 'string' ? error : null}
        />
      )}
    </div>
  )
}
