import { z } from 'zod'
import { read, write } from '../../../platform/wire/call.ts'
import { jsonText } from '../../../platform/wire/fields.ts'
import { PageInput, page } from '../../../platform/wire/page.ts'
import { AgentQuotaDetail, AgentQuotas, AskedAgents, NewOverride, NewRung } from './agents.ts'
import { Ladders, QuotaRuleFields, QuotaRules, QuotaType, QuotaVersion, QuotaWorkspace } from './ladders.ts'

const right = 'is_admin'

export const quotaCalls = {
  rules: read('quota-rule', { right, output: QuotaRules, summary: 'The rules in force, from the lowest rung up.' }),
  saveRule: write('quota-rule', {
    right,
    input: QuotaRuleFields,
    output: QuotaRules,
    summary: 'Adds a rule, or changes the one of `id`. Publishes a new version at once.',
  }),
  removeRule: write('quota-rule/:id', {
    right,
    method: 'DELETE',
    output: QuotaRules,
    summary: 'Removes a rule. The rules beside it lead to each other; its agents step back.',
  }),
  workspace: read('quota-draft', { right, output: QuotaWorkspace, summary: 'The rules in force and the draft.' }),
  saveDraft: write('quota-draft', {
    right,
    input: z.object({ ladders: jsonText(Ladders) }),
    output: QuotaWorkspace,
    summary: 'Saves both ladders as the draft. Rungs that are new have negative ids.',
  }),
  discardDraft: write('quota-draft', { right, method: 'DELETE', output: QuotaWorkspace }),
  publish: write('quota-draft/publish', {
    right,
    output: QuotaWorkspace,
    summary: 'Publishes the draft as the next version, which is in force from then on.',
  }),
  versions: read('quota-versions', { right, input: PageInput, output: page(QuotaVersion) }),
  undoVersion: write('quota-versions/:id/undo', {
    right,
    output: QuotaWorkspace,
    summary: 'Takes back the newest version: rules, rungs of agents and draft are as they were before it.',
  }),
  restoreVersion: write('quota-versions/:id/restore', {
    right,
    output: QuotaWorkspace,
    summary: 'Publishes the rules of an earlier version again.',
  }),
  agents: read('agent-quotas', {
    right,
    input: AskedAgents,
    output: AgentQuotas,
    summary: 'Limits and use of all agents, the fullest week first.',
  }),
  agent: read('agent-quotas/:agentId', { right, input: z.object({ type: QuotaType }), output: AgentQuotaDetail }),
  override: write('agent-quotas/:agentId', {
    right,
    input: NewOverride,
    output: AgentQuotaDetail,
    summary: 'Replaces the limits of an agent up to a day, in place of any other override.',
  }),
  endOverride: write('agent-quotas/:agentId/override', {
    right,
    method: 'DELETE',
    input: z.object({ type: QuotaType }),
    output: AgentQuotaDetail,
  }),
  lift: write('agent-quotas/:agentId/rung', {
    right,
    input: NewRung,
    output: AgentQuotaDetail,
    summary: 'Puts an agent on another rung for good.',
  }),
}
