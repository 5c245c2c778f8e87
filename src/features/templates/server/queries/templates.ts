import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { EmailSource } from '../../../../platform/server/mail/compose.ts'
import { wallClock } from '../../../../platform/wire/days.ts'
import type { Template } from '../../contract.ts'
import { mayChangeTemplate, RESTORE_MINUTES } from '../../rules/templates.ts'

type Asking = QueryContext & { viewer: Viewer }

/** A template as it is stored, with what was counted. */
interface StoredTemplate extends RowAs<'templates', Omit<Template, 'is_own' | 'may_change' | 'updated_by'>> {
  user_id: number | null
  updated_by_name: string | null
}

const columns = sql`
  t.id, t.user_id, t.name, t.subject, t.content, t.platform, t.is_marketing, t.is_preconstruction, t.updated_at, t.version,
  (SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = t.updated_by) AS updated_by_name,
  coalesce(u.uses, 0)::int AS uses, coalesce(u.uses_this_month, 0)::int AS uses_this_month,
  coalesce(u.sent, 0)::int AS sent, coalesce(u.answered, 0)::int AS answered`

const counted = ({ now, viewer }: Asking) => sql`
  LEFT JOIN LATERAL (
    SELECT sum(uses) AS uses, sum(sent) AS sent, sum(answered) AS answered,
      sum(uses) FILTER (WHERE used_on >= date_trunc('month', ${wallClock(now, viewer.zone).day}::date)) AS uses_this_month
    FROM template_uses WHERE template_id = t.id) u ON true`

/** The viewer's own templates, and those of the brokerage. */
const visible = ({ viewer }: Asking) => sql`coalesce(t.user_id, 0) IN (0, ${viewer.user_id})`

function templateOf({ viewer }: Asking, { user_id, updated_by_name, ...stored }: StoredTemplate): Template {
  const person = { user_id: viewer.user_id, isAdmin: viewer.rights.has('is_admin') }
  return {
    ...stored,
    is_own: user_id === viewer.user_id,
    may_change: mayChangeTemplate(user_id, person),
    updated_by: updated_by_name,
  }
}

/** Every template that the viewer may use. */
export async function visibleTemplates(ctx: Asking): Promise<Template[]> {
  const { rows } = await sql<StoredTemplate>`
    SELECT ${columns} FROM templates t ${counted(ctx)} WHERE ${visible(ctx)} AND t.deleted_at IS NULL
    ORDER BY t.id`.execute(ctx.db)
  return rows.map(row => templateOf(ctx, row))
}

/** A template that the viewer may use: their own or one of the brokerage. Any other does not exist. */
export async function requireTemplate(ctx: Asking, id: number): Promise<Template> {
  const { rows } = await sql<StoredTemplate>`
    SELECT ${columns} FROM templates t ${counted(ctx)}
    WHERE t.id = ${id} AND ${visible(ctx)} AND t.deleted_at IS NULL`.execute(ctx.db)
  if (!rows[0]) throw notFound('template')
  return templateOf(ctx, rows[0])
}

/** The same, locked for a change. */
export async function lockTemplate(ctx: Change & Asking, id: number): Promise<Template> {
  await sql`SELECT FROM templates WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
  return requireTemplate(ctx, id)
}

/**
 * The e-mail that a template was rendered to when it was saved; `null` for a text and for one that is gone. For work that was
 * begun by somebody who might use the template.
 */
export async function renderedTemplate({ db }: QueryContext, id: number): Promise<EmailSource | null> {
  const { rows } = await sql<Pick<Row<'templates'>, 'subject' | 'mail_html' | 'mail_text'>>`
    SELECT subject, mail_html, mail_text FROM templates WHERE id = ${id} AND deleted_at IS NULL`.execute(db)
  const [row] = rows
  if (!row || row.mail_html === null || row.mail_text === null) return null
  return { name: 'message', subject: row.subject, html: row.mail_html, text: row.mail_text }
}

/** Takes turns with others who add to the same templates, until the transaction ends; answers how many there are. */
export async function countTemplates({ db }: Change, owner: number | null): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(${TEMPLATES}::int, ${owner ?? 0}::int)`.execute(db)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM templates WHERE coalesce(user_id, 0) = ${owner ?? 0} AND deleted_at IS NULL`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Name of the advisory locks of templates; the second number is the owner. */
const TEMPLATES = 0x746d706c

/** What is written of a template. */
export interface WrittenTemplate extends Pick<Template, 'name' | 'subject' | 'content' | 'is_preconstruction'> {
  /** The compiled e-mail; `null` for texts. */
  mail_html: string | null
  mail_text: string | null
}

/** Adds a template; `user_id` is its owner. Answers its id. */
export async function insertTemplate(
  ctx: Change,
  template: WrittenTemplate & Pick<Template, 'platform' | 'is_marketing'> & { user_id: number | null },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('templates')
    .values({
      ...template,
      created_at: ctx.now,
      updated_at: ctx.now,
      updated_by: ctx.author?.user_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes what a person may change of a template. */
export async function updateTemplate(ctx: Change, id: number, template: WrittenTemplate): Promise<void> {
  await sql`
    UPDATE templates SET name = ${template.name}, subject = ${template.subject}, content = ${template.content},
      mail_html = ${template.mail_html}, mail_text = ${template.mail_text},
      is_preconstruction = ${template.is_preconstruction}, updated_at = ${ctx.now},
      updated_by = ${ctx.author?.user_id ?? null}, version = version + 1
    WHERE id = ${id}`.execute(ctx.db)
}

/** Deletes a template; it can be brought back for a while. */
export async function removeTemplate(ctx: Change, id: number): Promise<void> {
  await sql`UPDATE templates SET deleted_at = ${ctx.now}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** Brings back what was deleted lately; whether the viewer may is for the caller to check, in the same transaction. */
export async function restoreTemplate(ctx: Change, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE templates SET deleted_at = NULL, version = version + 1
    WHERE id = ${id} AND deleted_at > ${ctx.now}::timestamptz - make_interval(mins => ${RESTORE_MINUTES})
    RETURNING id`.execute(ctx.db)
  return rows.length > 0
}

/** What is counted of a template. */
export interface TemplateCounts {
  uses?: number
  sent?: number
  answered?: number
}

/** Adds to what is counted of a template, on the sender's day. */
export async function addUses(
  ctx: Change,
  {
    id,
    user_id,
    zone,
    uses = 0,
    sent = 0,
    answered = 0,
  }: TemplateCounts & { id: number; user_id: number; zone: string },
): Promise<void> {
  await sql`
    INSERT INTO template_uses (template_id, user_id, used_on, uses, sent, answered)
    SELECT id, ${user_id}, ${wallClock(ctx.now, zone).day}::date, ${uses}, ${sent}, ${answered} FROM templates WHERE id = ${id}
    ON CONFLICT (template_id, user_id, used_on) DO UPDATE SET uses = template_uses.uses + excluded.uses,
      sent = template_uses.sent + excluded.sent, answered = template_uses.answered + excluded.answered`.execute(ctx.db)
}
