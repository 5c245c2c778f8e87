import { useQuery } from '@tanstack/react-query'
import type { SectionStanding } from '../../settings/web/extensions.ts'
import type { FirstSteps, SenderCheck } from '../contract.ts'
import { isSenderReady, type StepId, senderFacts, stepIds } from '../rules.ts'
import { firstStepsQuery, senderQuery } from './client.ts'

/** A step as the guide shows it. */
export interface ShownStep {
  id: StepId
  state: 'done' | 'open' | 'checking'
  facts: string
}

/** All steps in their order: what the data say, and what DNS says once it has answered. */
export function shownSteps({ steps }: FirstSteps, sender: SenderCheck | undefined): ShownStep[] {
  return stepIds.map(id => {
    if (id === 'sender') return { id, ...senderStep(sender) }
    const step = steps.find(one => one.id === id)
    return { id, state: step?.is_done ? 'done' : 'open', facts: step?.facts ?? '' }
  })
}

function senderStep(sender: SenderCheck | undefined): Omit<ShownStep, 'id'> {
  if (!sender) return { state: 'checking', facts: 'Asking DNS' }
  const states = sender.records.map(({ state }) => state)
  return { state: isSenderReady(states) ? 'done' : 'open', facts: `${sender.domain}: ${senderFacts(states)}` }
}

/** Whether the guide is among the sections: until everything is done, or somebody puts it away. */
export function useGuideStanding(mayOpen: boolean): SectionStanding {
  const { data, isError } = useQuery({ ...firstStepsQuery, enabled: mayOpen })
  const isWanted = data !== undefined && data.dismissed === null
  const { data: sender, isError: isUnasked } = useQuery({ ...senderQuery, enabled: mayOpen && isWanted })
  if (!mayOpen || isError) return { isShown: false, count: null }
  if (!data) return { isShown: null, count: null }
  const steps = shownSteps(data, sender)
  const done = steps.filter(({ state }) => state === 'done').length
  const isOpen = steps.some(({ state }) => state === 'open')
  const isKnown = isOpen || !isWanted || isUnasked || sender !== undefined
  return {
    isShown: isKnown ? isWanted && isOpen : null,
    count: `${done} of ${steps.length}`,
  }
}
