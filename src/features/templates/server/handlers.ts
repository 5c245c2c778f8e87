import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound, stale } from '../../../platform/server/errors.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import type { Template, TemplateFields, templateCalls } from '../contract.ts'
import { byUse, groupOf, MAX_TEMPLATES } from '../rules/templates.ts'
import { writtenTemplate } from './commands/write.ts'
import {
  countTemplates,
  insertTemplate,
  lockTemplate,
  removeTemplate,
  requireTemplate,
  restoreTemplate,
  updateTemplate,
  visibleTemplates,
} from './queries/templates.ts'
import { placeholderGaps, placeholderValues } from './queries/values.ts'
import { templateRemoteHandlers } from './remote.ts'

export const templateHandlers: Handlers<typeof templateCalls> = {
  async list(ctx) {
    const templates = byUse(await visibleTemplates(ctx))
    const of = (group: string, platform: string) =>
      templates.filter(template => groupOf(template) === group && template.platform === platform)
    return {
      defaultText: of('default', 'text'),
      customText: of('own', 'text'),
      defaultEmail: of('default', 'email'),
      customEmail: of('own', 'email'),
      marketing: of('marketing', 'email'),
    }
  },

  async create(ctx, fields) {
    const user_id = ownerOf(ctx, fields)
    if ((await countTemplates(ctx, user_id)) >= MAX_TEMPLATES)
      throw conflict(
        user_id === null
          ? `There are ${MAX_TEMPLATES} default templates. Delete one first.`
          : `You have ${MAX_TEMPLATES} templates. Delete one first.`,
      )
    const id = await insertTemplate(ctx, {
      ...writtenTemplate(fields),
      platform: fields.platform,
      is_marketing: fields.is_marketing ?? false,
      user_id,
    })
    const template = await requireTemplate(ctx, id)
    ctx.audit({ subject: 'template', subject_id: id, after: auditedOf(template) })
    publishTemplate(ctx, template)
    return template
  },

  async values(ctx, { lead_id }) {
    await requireLead(ctx, lead_id)
    const values = await placeholderValues(ctx, [lead_id], { sender: ctx.viewer.user_id })
    const found = values.get(lead_id)
    if (!found) throw notFound('lead')
    return found
  },

  gaps: ctx => placeholderGaps(ctx),

  ...templateRemoteHandlers,

  async update(ctx, { id, ...fields }, { ifMatch }) {
    const before = await lockTemplate(ctx, id)
    requireMayChange(before)
    if (ifMatch !== null && ifMatch !== before.version) throw stale(before)
    requireSameKind(before, fields)
    await updateTemplate(ctx, id, writtenTemplate({ ...before, ...given(fields) }))
    const after = await requireTemplate(ctx, id)
    ctx.audit({ subject: 'template', subject_id: id, before: auditedOf(before), after: auditedOf(after) })
    publishTemplate(ctx, after)
    return after
  },

  async remove(ctx, { id }) {
    const template = await lockTemplate(ctx, id)
    requireMayChange(template)
    await removeTemplate(ctx, id)
    ctx.audit({ subject: 'template', subject_id: id, before: auditedOf(template), after: null })
    publishTemplate(ctx, template)
    return {}
  },

  async restore(ctx, { id }) {
    if (!(await restoreTemplate(ctx, id))) throw notFound('template')
    // Thrown inside the transaction, so that a template that the viewer may not restore stays deleted.
    const template = await requireTemplate(ctx, id)
    requireMayChange(template)
    ctx.audit({ subject: 'template', subject_id: id, before: null, after: auditedOf(template) })
    publishTemplate(ctx, template)
    return template
  },
}

/** Whose a new template is; `null` for one of the brokerage. */
function ownerOf(ctx: WriteContext, fields: TemplateFields): number | null {
  const { is_default = false, is_marketing = false, is_preconstruction = false, platform } = fields
  if (is_marketing && platform !== 'email') throw invalid({ is_marketing: ['Only e-mails can be for marketing.'] })
  if (is_preconstruction && !is_marketing)
    throw invalid({ is_preconstruction: ['Only a marketing template can be about pre-construction.'] })
  if (!is_default && !is_marketing) return ctx.viewer.user_id
  if (!ctx.viewer.rights.has('is_admin')) throw forbidden('Only administrators can add templates for everyone.')
  return null
}

function requireMayChange(template: Template): void {
  if (!template.may_change)
    throw forbidden('Only administrators can change a default template. Copy it to have your own.')
}

/** What a template is for is decided when it is added: others have chosen it for that. */
function requireSameKind(before: Template, fields: Partial<TemplateFields>): void {
  const { platform = before.platform, is_marketing = before.is_marketing, is_default = !before.is_own } = fields
  if (platform !== before.platform) throw invalid({ platform: ['A template stays a text or an e-mail.'] })
  if (is_marketing !== before.is_marketing) throw invalid({ is_marketing: ['This cannot be changed later.'] })
  if (is_default === before.is_own) throw invalid({ is_default: ['This cannot be changed later.'] })
  if (fields.is_preconstruction && !before.is_marketing)
    throw invalid({ is_preconstruction: ['Only a marketing template can be about pre-construction.'] })
}

/** Only what was sent: a field that is left out stays as it is. */
const given = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

const auditedOf = ({ name, subject, content, platform, is_marketing, is_preconstruction, is_own }: Template) => ({
  name,
  subject,
  content,
  platform,
  is_marketing,
  is_preconstruction,
  is_default: !is_own,
})

function publishTemplate(ctx: WriteContext, { id, is_own }: Template): void {
  ctx.changed('templates', [id], [is_own ? `user:${ctx.viewer.user_id}` : 'right:view_leads'])
}
