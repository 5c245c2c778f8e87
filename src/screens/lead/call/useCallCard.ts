import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type CallOutcome, callOutcomes, talkTime } from '../../../features/calling/rules.ts'
import { outcomeSaid } from '../../../features/calling/web/client/dial.ts'
import { leadQuery } from '../../../features/leads/web/client/leads.ts'
import { useViewer } from '../../../features/leads/web/client/useViewer.ts'
import { leadName, reachOf } from '../../../features/leads/web/pieces/wording.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { durationText } from './duration.ts'
import { logCall } from './logCall.ts'
import { changeCall, type MadeCall, removeCall } from './madeCalls.ts'
import { type FollowUp, fulfilledTask, type NextStep, nextSteps, pickedCall } from './outcomes.ts'

const MINUTE = 60_000
/** A card that nobody touches waits behind the dot after so long. */
const UNTOUCHED_MS = 5 * MINUTE

/** What a card shows and does. */
export type CardState = ReturnType<typeof useCallCard>

/** A call that was made, as its card asks about it: first how it went, then what comes next. */
export function useCallCard(made: MadeCall) {
  const { zone } = useViewer()
  const now = useNow(MINUTE)
  const name = leadName(made.lead)
  const { data: lead } = useQuery(leadQuery(made.lead.id))
  const [completes, setCompletes] = useState(true)
  const [isPicking, setIsPicking] = useState(false)
  const [picked, setPicked] = useState('')
  const { isSaving, once } = useOnce()
  const { outcome, note } = made
  const mayEmail = lead ? reachOf(lead).email : false
  const steps = outcome ? nextSteps(outcome, { name, mayEmail }, now, zone) : []
  // The product itself completes the task that a call from the browser was made for.
  const isDone = made.voice !== null && made.taskId !== null
  const fulfilled = isDone ? null : fulfilledTask(lead?.tasks ?? [], made.taskId, now, zone)
  const save = (next: FollowUp | null) => {
    if (outcome) void once(() => logCall({ made, outcome, next, fulfilled: completes ? fulfilled : null }))
  }
  const finish = (step: NextStep) => (step.id === 'pick' ? setIsPicking(true) : save(step.task))
  const choose = (next: CallOutcome) => changeCall(made, { outcome: next })
  const later = () => {
    changeCall(made, { isLater: true })
    outcomeSaid.emit({ leadId: made.lead.id, outcome: null, seconds: 0 })
  }
  const touch = useUntouched(later)
  useCardKeys({
    onNumber(place) {
      touch()
      const step = steps[place]
      const next = callOutcomes[place]
      if (outcome === null) next && choose(next)
      else if (step) finish(step)
    },
    later,
  })
  return {
    name,
    now,
    zone,
    outcome,
    note,
    steps,
    fulfilled,
    completes,
    setCompletes,
    isPicking,
    picked,
    setPicked,
    isSaving,
    duration: made.voice ? talkTime(made.voice.seconds) : durationText(made),
    choose,
    finish,
    setNote: (text: string) => changeCall(made, { note: text }),
    /** Saves with the time that was picked; without one nothing follows. */
    saveAsIs: () => save(isPicking && picked ? pickedCall(name, picked, now, zone) : null),
    later,
    discard: () => removeCall(made),
    touch,
  }
}

/** Runs one thing at a time: a second press while the first is on its way does nothing. */
function useOnce() {
  const [isSaving, setIsSaving] = useState(false)
  const isBusy = useRef(false)
  const once = async (run: () => Promise<unknown>) => {
    if (isBusy.current) return
    isBusy.current = true
    setIsSaving(true)
    await run()
    isBusy.current = false
    setIsSaving(false)
  }
  return { isSaving, once }
}

/** Calls `later` when nothing was touched for a while; the function that comes back says that something was. */
function useUntouched(later: () => void): () => void {
  const [touches, setTouches] = useState(0)
  const latest = useRef(later)
  latest.current = later
  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch begins the wait anew
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), UNTOUCHED_MS)
    return () => clearTimeout(timer)
  }, [touches])
  return () => setTouches(count => count + 1)
}

interface CardKeys {
  onNumber(place: number): void
  later(): void
}

function useCardKeys({ onNumber, later }: CardKeys): void {
  const group = 'After a call'
  useShortcuts([
    ...callOutcomes.map((_, place) => ({
      keys: `${place + 1}`,
      label: `Outcome ${place + 1}, then next step ${place + 1}`,
      group,
      run: () => onNumber(place),
    })),
    { keys: 'n', label: 'Write a note', group, run: () => document.getElementById('call-note')?.focus() },
    { keys: 'Escape', label: 'Log it later', group, run: later, whileTyping: true },
  ])
}
