import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ApiError, sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useDraft } from '../../../../platform/web/forms/drafts.ts'
import type { Definition } from '../../contract/definition.ts'
import type { Automation } from '../../contract/records.ts'
import { createAutomation, showSaved, updateAutomation } from '../client.ts'
import { isSame } from '../rules/sameness.ts'
import { unsavable } from '../rules/steps.ts'

/** What is worked on. */
export interface Work {
  name: string
  description: string
  definition: Definition
}

/** An automation in hand: kept on the device until it is saved. */
export interface Workbench {
  work: Work
  isDirty: boolean
  isSaving: boolean
  /** Why it was not saved; `null` while all is well. */
  failure: string | null
  /** The automation as somebody else left it meanwhile; `null` when nobody was faster. */
  theirs: Automation | null
  change(work: Partial<Work>): void
  discard(): void
  /** `apply`: runs inside move to the new version. */
  save(apply: boolean): Promise<void>
  /** Goes on from what somebody else saved: with their flow, or with one's own in its place. */
  settle(keepsMine: boolean): void
}

const workOf = ({ name, description, definition }: Work): Work => ({ name, description, definition })

/** Reads back what was kept on the device; anything of another shape is dropped. */
function parseWork(stored: unknown): Work | null {
  const { name, description, definition } = (stored ?? {}) as Partial<Work>
  const isWhole =
    typeof name === 'string' &&
    typeof description === 'string' &&
    typeof definition?.trigger?.kind === 'string' &&
    Array.isArray(definition.steps)
  return isWhole ? { name, description, definition } : null
}

/** Why it cannot be saved as it is. */
function problemOf({ name, definition }: Work): string | null {
  if (name.trim() === '') return 'Enter a name.'
  return unsavable(definition)?.sentence ?? null
}

/** How saving goes: refused before it is sent, or by the server. */
function useSaving<Input>(send: (input: Input) => Promise<unknown>) {
  const [refused, setRefused] = useState<string | null>(null)
  const { mutateAsync, isPending, error, reset } = useMutation({ mutationFn: send })
  const isStale = error instanceof ApiError && error.code === 'stale'
  return {
    isSaving: isPending,
    failure: refused ?? (error && !isStale ? sentenceOf(error) : null),
    clear: reset,
    async send(problem: string | null, input: Input) {
      setRefused(problem)
      // What was refused is said by `failure`.
      if (problem === null) await mutateAsync(input).catch(() => undefined)
    },
  }
}

/** Works on an automation that there is. */
export function useWorkbench(automation: Automation): Workbench {
  const [base, setBase] = useState(automation)
  const initial = useMemo(() => workOf(base), [base])
  // What was typed on an older version must not replace what is there now.
  const { value: work, change, clear } = useDraft(`automation-${base.id}-${base.number}`, initial, parseWork)
  const isDirty = !isSame(work, initial)
  const isChanged = automation.version !== base.version
  const isOnlyState = isSame(workOf(automation), initial)
  useEffect(() => {
    if (!isChanged || (isDirty && !isOnlyState)) return
    setBase(automation)
    if (!isDirty) change(workOf(automation))
  }, [isChanged, isDirty, isOnlyState, automation, change])
  const saving = useSaving(async (apply: boolean) => {
    try {
      const saved = await updateAutomation(base, work, apply)
      setBase(saved)
      change(workOf(saved))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') showSaved(error.data as Automation)
      throw error
    }
  })
  return {
    work,
    isDirty,
    isSaving: saving.isSaving,
    failure: saving.failure,
    theirs: isDirty && isChanged && !isOnlyState ? automation : null,
    change: fields => change({ ...work, ...fields }),
    discard() {
      clear()
      saving.clear()
    },
    save: apply => saving.send(problemOf(work), apply),
    settle(keepsMine) {
      setBase(automation)
      change(keepsMine ? work : workOf(automation))
      saving.clear()
    },
  }
}

/** Works on an automation that is not saved yet; `key` says from what it began. */
export function useNewWorkbench(key: string, beginning: Work, onSaved: (automation: Automation) => void): Workbench {
  const { value: work, dirty, change, clear } = useDraft(`automation-new-${key}`, beginning, parseWork)
  const saving = useSaving(async (_apply: boolean) => {
    const created = await createAutomation(work)
    clear()
    onSaved(created)
  })
  return {
    work,
    isDirty: dirty || key !== '',
    isSaving: saving.isSaving,
    failure: saving.failure,
    theirs: null,
    change: fields => change({ ...work, ...fields }),
    discard: clear,
    save: apply => saving.send(problemOf(work), apply),
    settle: () => undefined,
  }
}
