import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { statusLabel } from '../../../features/leads/rules.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { snoozedSentence } from '../../../features/snooze/rules.ts'
import { openSnooze } from '../../../features/snooze/web/client/open.ts'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { next, outcomeOf, type Round, withOutcome, withoutOutcome } from './round.ts'
import { statusSender } from './statusSender.ts'

/** So long the dial is looked at before the next lead comes, and a status can be corrected before it is sent. */
const WAIT_MS = 1_000

/** What is said below the dial. */
export interface Said {
  kind: 'done' | 'failed'
  id: number
  text: string
  /** The status that it is about. */
  status: number | null
  /** Whether the next lead comes by itself. */
  isWaiting: boolean
}

/** Something that `Z` undoes. */
interface Step {
  id: number
  undo(): void
}

interface StepsOptions {
  round: Round
  change(update: (round: Round) => Round): void
  zone: string
}

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const withoutWait = (said: Said | null): Said | null => said && { ...said, isWaiting: false }

/** What the keys of turn mode do to a lead, and how each of them is undone. One that fails brings its lead back. */
export function useTurnSteps({ round, change, zone }: StepsOptions) {
  const [said, setSaid] = useState<Said | null>(null)
  const steps = useRef<Step[]>([])
  const touched = useRef(new Set<number>())
  const onFailed = (id: number, text: string) => {
    steps.current = steps.current.filter(step => step.id !== id)
    change(before => withoutOutcome(before, id))
    setSaid({ kind: 'failed', id, text, status: null, isWaiting: false })
  }
  const { sender, unsaved } = useSender(onFailed)
  const show = (id: number) => {
    change(before => withoutOutcome(before, id))
    setSaid(null)
  }
  const go = (update: (round: Round) => Round) => {
    sender.settle()
    setSaid(before => (before?.kind === 'done' ? withoutWait(before) : null))
    change(update)
  }
  const setStatus = (lead: LeadRow, status: number) => {
    const { id } = lead
    if (sender.holds(id)) steps.current.pop()
    const turned = sender.turn(lead, status)
    if (!turned) return show(id)
    touched.current.add(id)
    change(before => withOutcome(before, id, { kind: 'status', status, was: turned.was }))
    const undo = () => {
      sender.undo(turned)
      show(id)
    }
    steps.current.push({ id, undo })
    setSaid({ kind: 'done', id, text: `${turned.name} is now ${statusLabel(status)}`, status, isWaiting: true })
  }
  const snooze = (lead: LeadRow) => {
    const { id } = lead
    sender.settle()
    if (outcomeOf(round, id)?.kind === 'snoozed') return go(next)
    setSaid(withoutWait)
    openSnooze({
      lead,
      reason: '',
      onSnoozed({ until, undo }) {
        touched.current.add(id)
        change(before => withOutcome(before, id, { kind: 'snoozed' }))
        const text = snoozedSentence(leadName(lead), until, zone)
        setSaid({ kind: 'done', id, text, status: null, isWaiting: true })
        const wake = () => {
          show(id)
          undo().catch(error => notifyFailure(sentenceOf(error)))
        }
        steps.current.push({ id, undo: wake })
      },
    })
  }
  useWait(said, sender.settle, () => go(next))
  return {
    said,
    unsaved,
    setStatus,
    snooze,
    /** Leaves the lead that is shown. */
    go,
    /** Stays with the lead: whoever calls or writes is not pushed on. */
    stay: () => setSaid(withoutWait),
    undo: () => steps.current.pop()?.undo(),
    settle: sender.settle,
    /** Whether this window did something to a lead. */
    isTouched: (id: number) => touched.current.has(id),
  }
}

/** Sends statuses; `unsaved` are those that the server does not know yet. */
function useSender(onFailed: (id: number, text: string) => void) {
  const client = useQueryClient()
  const [unsaved, setUnsaved] = useState<ReadonlyMap<number, number>>(new Map())
  const latest = useRef(onFailed)
  latest.current = onFailed
  useEffect(
    () => () => {
      // What fails after the person left turn mode is said in the snackbar.
      latest.current = (_, text) => void notifyFailure(text)
    },
    [],
  )
  const [sender] = useState(() =>
    statusSender(client, {
      onFailed: (id, text) => latest.current(id, text),
      onShown: (id, status) =>
        setUnsaved(before => {
          const after = new Map(before)
          if (status === null) after.delete(id)
          else after.set(id, status)
          return after
        }),
    }),
  )
  return { sender, unsaved }
}

/** Sends what is held after a while, and shows the next lead where nothing holds that back; whoever leaves meant it. */
function useWait(said: Said | null, settle: () => void, advance: () => void): void {
  const latest = useRef({ settle, advance })
  latest.current = { settle, advance }
  useEffect(() => {
    if (said?.kind !== 'done') return
    const timer = setTimeout(() => {
      latest.current.settle()
      if (said.isWaiting && !isStill()) latest.current.advance()
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [said])
  useEffect(() => {
    const settleNow = () => latest.current.settle()
    document.addEventListener('visibilitychange', settleNow)
    return () => {
      document.removeEventListener('visibilitychange', settleNow)
      settleNow()
    }
  }, [])
}
