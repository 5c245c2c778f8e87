import type { WriteContext } from '../../../../platform/server/context.ts'
import { invalid, notFound } from '../../../../platform/server/errors.ts'
import type { OpportunityRule } from '../../contract.ts'
import { opportunityTypeOf } from '../../rules/opportunityTypes.ts'
import { defaultTemplates, opportunityRules, type RuleChanges, writeRule } from '../queries/rules.ts'

/** Changes when a type arises, or what is proposed to write then; answers all of them. */
export async function changeRule(ctx: WriteContext, id: number, changes: RuleChanges): Promise<OpportunityRule[]> {
  const type = opportunityTypeOf(id)
  if (!type) throw notFound('opportunity type')
  await checkChanges(ctx, type.thresholds, changes)
  const before = (await opportunityRules(ctx)).find(rule => rule.id === id)
  if (Object.keys(changes).length > 0) await writeRule(ctx, id, changes)
  const rules = await opportunityRules(ctx)
  ctx.audit({ subject: 'opportunity_type', subject_id: id, before, after: rules.find(rule => rule.id === id) })
  ctx.changed('opportunities', [], ['everyone'])
  return rules
}

async function checkChanges(ctx: WriteContext, thresholds: readonly string[], changes: RuleChanges): Promise<void> {
  const problems: Record<string, string[]> = {}
  for (const field of ['times', 'days'] as const)
    if (changes[field] !== undefined && !thresholds.includes(field))
      problems[field] = ['This type of opportunity has no such threshold.']
  const templates = [
    ['default_message_template_id', 'text'],
    ['default_email_template_id', 'email'],
  ] as const
  for (const [field, platform] of templates) {
    const id = changes[field] ?? null
    if (id !== null && (await defaultTemplates(ctx, platform, [id])).length === 0)
      problems[field] = [`Choose a default ${platform === 'text' ? 'text' : 'e-mail'} template of the brokerage.`]
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}
