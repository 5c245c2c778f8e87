import { cachedChange, showAtOnce } from '../../../platform/web/calls/cached.ts'
import { type CallOptions, call, callWith } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { type Template, type TemplateFields, type TemplateLists, templateCalls } from '../contract.ts'
import { listOf } from '../rules/templates.ts'
import { whileAdding, whileSaving } from './pending.ts'

/** The templates that the person may use. */
export const templatesQuery = queryOf(templateCalls.list, {}, { topics: ['templates'], staleTime: 15_000 })

/** What placeholders hold for a lead, now. */
export const valuesQuery = (leadId: number) =>
  queryOf(templateCalls.values, { lead_id: leadId }, { topics: [{ topic: 'leads', ids: [leadId] }], staleTime: 60_000 })

/** How many of the person's leads lack what placeholders ask for. */
export const gapsQuery = queryOf(templateCalls.gaps, {}, { topics: [], staleTime: 300_000 })

/** Asks for the templates again. */
const refetchTemplates = (): Promise<void> => refetchCall(queryClient, templateCalls.list)

/** Puts a template into the lists that are shown, or takes it out of them. */
const showTemplate = (template: Template, isThere: boolean): Promise<() => void> =>
  showAtOnce(queryClient, [
    cachedChange(templateCalls.list, lists => {
      const others = Object.fromEntries(
        Object.entries(lists).map(([name, list]) => [name, list.filter(({ id }) => id !== template.id)]),
      ) as TemplateLists
      const name = listOf(template)
      return isThere ? { ...others, [name]: [...others[name], template] } : others
    }),
  ])

/** Adds a template: it stands in the list at once, and leaves it when the server refuses. */
export function addTemplate(fields: TemplateFields, options: CallOptions = {}): Promise<Template> {
  const { is_default = false, is_marketing = false, is_preconstruction = false, subject, ...rest } = fields
  const entry = {
    ...rest,
    subject: subject ?? '',
    is_marketing,
    is_preconstruction,
    is_own: !is_default && !is_marketing,
    may_change: true,
    uses: 0,
    uses_this_month: 0,
    sent: 0,
    answered: 0,
    updated_at: new Date().toISOString(),
    updated_by: null,
    version: 1,
  }
  return whileAdding(entry, async () => {
    const added = await callWith(templateCalls.create, fields, options)
    await showTemplate(added, true)
    return added
  })
}

/** Saves a template that was changed; it has a ring meanwhile. `version`: what the change is based on. */
export const saveTemplate = (
  id: number,
  fields: Partial<TemplateFields>,
  { version, ...options }: CallOptions & { version: number },
): Promise<Template> =>
  whileSaving(id, async () => {
    const saved = await callWith(templateCalls.update, { ...fields, id }, { ...options, ifMatch: `"${version}"` })
    await showTemplate(saved, true)
    return saved
  })

/** Deletes a template at once; Undo brings it back. */
export const deleteTemplate = (template: Template): Promise<unknown> =>
  undoable({
    show: () => showTemplate(template, false),
    run: () => call(templateCalls.remove, { id: template.id }),
    said: `“${template.name}” deleted.`,
    destructive: true,
    undo: () => call(templateCalls.restore, { id: template.id }),
    settle: refetchTemplates,
  })

/** Sends a picture for an e-mail; answers its address, and how wide it is shown. */
export const uploadPicture = (file: File): Promise<{ url: string; width: number }> =>
  call(templateCalls.uploadPicture, { ...{ file } })
