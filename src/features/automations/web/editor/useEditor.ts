import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import type { Automation, DryRun } from '../../contract/records.ts'
import { dryRun as rehearse } from '../client.ts'
import { useChoices } from '../names.ts'
import { freshId, inserted } from '../rules/edit.ts'
import { isSame } from '../rules/sameness.ts'
import { newStep } from '../rules/steps.ts'
import type { Chosen, FlowModel } from './model.ts'
import type { Workbench } from './useWorkbench.ts'

/** The views of an automation: the picture and the list are of the same flow, the picture on wide windows only. */
export const views = ['flow', 'list', 'dry', 'runs', 'versions'] as const
export type View = (typeof views)[number]

interface Address {
  view?: unknown
  step?: unknown
  run?: unknown
}

/** What of the automation the address opens, and how it is opened. */
export function useEditorAddress() {
  const search = useSearch({ strict: false }) as Address
  const navigate = useNavigate()
  const isWide = useIsWide()
  const asked = views.find(view => view === search.view)
  // A narrow window has no picture; a wide one has the rehearsal beside it.
  const view: View = isWide
    ? asked === 'dry'
      ? 'flow'
      : (asked ?? 'flow')
    : asked === 'flow'
      ? 'list'
      : (asked ?? 'list')
  const step = typeof search.step === 'string' ? search.step : null
  const go = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...next })) as never, replace: true })
  return {
    view,
    isWide,
    chosen: chosenOf(step),
    show: (next: View) => go({ view: next === 'flow' ? undefined : next, run: undefined }),
    choose: (next: Chosen | null) =>
      go({ step: next === null ? undefined : next.part === 'step' ? next.id : next.part }),
  }
}

/** Steps are never called as the trigger and the goal are here. */
function chosenOf(step: string | null): Chosen | null {
  if (step === null) return null
  return step === 'trigger' || step === 'goal' ? { part: step } : { part: 'step', id: step }
}

/** A rehearsal: running, failed, or what it came to. */
export interface Rehearsal {
  result: DryRun | null
  /** Whether the flow has changed since. */
  isOld: boolean
  isRunning: boolean
  failure: string | null
  /** Nothing can be rehearsed before it is saved the first time. */
  run: (() => void) | null
}

/** Rehearses the flow as it is in hand, saved or not. */
export function useRehearsal(automation: Automation | null, { work, isDirty }: Workbench): Rehearsal {
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async (id: number) => {
      const { definition } = work
      return { definition, result: await rehearse(id, isDirty ? definition : null) }
    },
  })
  return {
    result: data?.result ?? null,
    isOld: data !== undefined && !isSame(data.definition, work.definition),
    isRunning: isPending,
    failure: error ? sentenceOf(error) : null,
    run: automation && (() => mutate(automation.id)),
  }
}

interface ModelParts {
  bench: Workbench
  rehearsal: Rehearsal
  mayChange: boolean
  address: ReturnType<typeof useEditorAddress>
}

/** The flow as the picture, the list and the forms take it. */
export function useFlowModel({ bench, rehearsal, mayChange, address }: ModelParts): FlowModel {
  const choices = useChoices()
  const { definition } = bench.work
  const change: FlowModel['change'] = next => bench.change({ definition: next })
  return {
    definition,
    choices,
    chosen: address.chosen,
    dryRun: rehearsal.isOld ? null : rehearsal.result,
    mayChange,
    choose: address.choose,
    change,
    add(place, kind) {
      const id = freshId(definition)
      change(inserted(definition, place, newStep(kind, id)))
      address.choose({ part: 'step', id })
    },
  }
}
