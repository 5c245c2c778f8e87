import { confirm } from '../../../../platform/web/page/confirm.ts'
import type { Step } from '../../contract/definition.ts'
import { lostWith, removed } from '../rules/edit.ts'
import { stepTitle } from '../rules/words.ts'
import type { FlowModel } from './model.ts'

/** Takes a step out; asks first where other steps would go with it. */
export async function removeAsked({ definition, choices, chosen, change, choose }: FlowModel, step: Step) {
  const lost = lostWith(definition, step.id)
  if (lost.length > 0) {
    const isSure = await confirm({
      title: `Remove “${stepTitle(step, choices.names).title}”?`,
      message: `${lost.length === 1 ? '1 step' : `${lost.length} steps`} on its other way will be removed with it.`,
      destructive: true,
    })
    if (!isSure) return
  }
  change(removed(definition, step.id))
  if (chosen?.part === 'step' && chosen.id === step.id) choose(null)
}
