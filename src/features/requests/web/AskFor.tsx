import { Button } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCoin, IconHome } from '@tabler/icons-react'
import { useState } from 'react'
import type { RequestKind } from '../rules.ts'
import classes from './RequestForm.module.css'
import { type Asking, RequestForm } from './RequestForm.tsx'
import { requestedText, type ShownRequest } from './rules/forms.ts'

interface AskForProps {
  kinds: readonly RequestKind[]
  /** What is asked for the home, in words; `null` where the page is about none. */
  asking: string | null
  /** The agent who gets back to them. */
  agent: string | null
  /** What they asked for already, newest first; of kinds that cannot be asked for here, about which home. */
  asked: readonly ShownRequest[]
  /** How it is asked for. */
  ask: Asking
  onAsked?(): void
}

const actions = {
  viewing: { label: 'Request a showing', Icon: IconCalendarPlus, asked: 'You requested a showing' },
  offer: { label: 'Make an offer', Icon: IconCoin, asked: 'You made an offer' },
  sell: { label: 'Thinking of selling?', Icon: IconHome, asked: 'You asked about selling' },
} as const

/** What somebody without an account can ask for, and what they asked for. */
export function AskFor({ kinds, asking, agent, asked, ask, onAsked }: AskForProps) {
  const [open, setOpen] = useState<RequestKind | null>(null)
  const [sent, setSent] = useState<readonly ShownRequest[]>([])
  const known = kinds.flatMap(
    kind => sent.find(each => each.kind === kind) ?? asked.find(each => each.kind === kind) ?? [],
  )
  const elsewhere = asked.filter(({ kind }) => !kinds.includes(kind))
  const whoAnswers = `${agent ?? 'An agent'} will get back to you.`
  return (
    <>
      <ul className={classes.asked} aria-live="polite">
        {known.map(request => (
          <li key={request.kind}>
            <IconCheck size={16} stroke={2} aria-hidden />
            <span>
              {[actions[request.kind].asked, requestedText(request)].filter(Boolean).join(': ')}. {whoAnswers}
            </span>
            {open !== request.kind && (
              <Button size="compact-sm" variant="subtle" onClick={() => setOpen(request.kind)}>
                Change
              </Button>
            )}
          </li>
        ))}
        {elsewhere.map(request => (
          <li key={`${request.kind} ${request.address}`}>
            <IconCheck size={16} stroke={2} aria-hidden />
            <span>
              {actions[request.kind].asked}: {[request.address, requestedText(request)].filter(Boolean).join(' · ')}.{' '}
              {whoAnswers}
            </span>
          </li>
        ))}
      </ul>
      {open && (
        <RequestForm
          key={open}
          kind={open}
          asking={asking}
          asked={known.find(each => each.kind === open) ?? null}
          ask={ask}
          onSent={taken => {
            setSent(before => [taken, ...before])
            setOpen(null)
            onAsked?.()
          }}
          onClose={() => setOpen(null)}
        />
      )}
      <div className={classes.actions}>
        {kinds
          .filter(kind => kind !== open && !known.some(each => each.kind === kind))
          .map(kind => {
            const { label, Icon } = actions[kind]
            return (
              <Button
                key={kind}
                size="md"
                variant={kind === 'viewing' ? 'filled' : 'default'}
                leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
                onClick={() => setOpen(kind)}
              >
                {label}
              </Button>
            )
          })}
      </div>
    </>
  )
}
