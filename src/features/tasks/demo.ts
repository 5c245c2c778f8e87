import { TZDate } from '@date-fns/tz'
import { addDays, set } from 'date-fns'
import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'
import type { Db } from '../../platform/server/database/database.ts'
import { region } from '../../product/region/region.ts'
import type { Repeat, TaskType } from './rules/tasks.ts'

interface DemoTask {
  /** Days from today. */
  day: number
  /** Local; without one it waits in Today. */
  time: string | null
  type: TaskType
  subject: string
  content?: string
  done?: true
  repeat?: Repeat
  minutes?: number
  step?: { campaign: string; name: string }
}

const welcome = { campaign: 'New buyer welcome', name: 'Step 2' }
const waterfront = { campaign: 'Waterfront buyers, 6 weeks', name: 'Step 4' }

/** A believable week of an agent: some of it late, a day full of calls, and what comes. */
const week: readonly DemoTask[] = [
  { day: -4, time: '10:30', type: 'phone_call', subject: 'Talk through the second viewing' },
  { day: -3, time: '14:00', type: 'manual_email', subject: 'Send comparables for Leslieville' },
  { day: -2, time: '09:15', type: 'phone_call', subject: 'Ask how the lender call went' },
  { day: -2, time: '17:30', type: 'manual_text', subject: 'Confirm who comes along on Saturday' },
  { day: -1, time: '11:00', type: 'phone_call', subject: 'No answer on Tuesday, try again' },
  { day: -1, time: '15:45', type: 'reminder', subject: 'Status certificate is due' },
  { day: -1, time: '09:30', type: 'phone_call', subject: 'First call after sign-up', done: true },
  { day: -2, time: '13:00', type: 'manual_email', subject: 'Answer the question on fees', done: true },
  { day: 0, time: null, type: 'reminder', subject: 'Collect the lockbox from the office' },
  { day: 0, time: '08:00', type: 'phone_call', subject: 'First call after sign-up', done: true },
  { day: 0, time: '08:15', type: 'manual_email', subject: 'Send Unionville comparables', done: true },
  { day: 0, time: '08:30', type: 'auto_text', subject: 'New seller welcome', done: true, step: welcome },
  {
    day: 0,
    time: '09:15',
    type: 'phone_call',
    subject: 'No contact for 21 days',
    content: 'Back on the site this week after three quiet ones: ask what changed.',
  },
  { day: 0, time: '10:00', type: 'phone_call', subject: 'Precon worksheet questions' },
  { day: 0, time: '11:45', type: 'manual_text', subject: 'Confirm lease viewing' },
  { day: 0, time: '13:00', type: 'phone_call', subject: 'Asked for a price on their own place' },
  { day: 0, time: '13:15', type: 'manual_email', subject: 'Offer request: send 801 documents and Form 320' },
  {
    day: 0,
    time: '14:00',
    type: 'auto_email',
    subject: 'Three condos by the water',
    content: 'Hello,\n\nthree homes came up this week that fit what you told me.',
    step: waterfront,
  },
  { day: 0, time: '15:00', type: 'phone_call', subject: 'Call about Saturday viewing', minutes: 15 },
  { day: 0, time: '16:20', type: 'phone_call', subject: 'Cap-rate sheet follow-up' },
  { day: 0, time: '17:00', type: 'manual_email', subject: 'Send Niagara St floor plan' },
  { day: 0, time: '17:30', type: 'manual_text', subject: 'Ask about possession date' },
  { day: 0, time: '18:00', type: 'reminder', subject: 'Rate hold ends tomorrow', minutes: 60 },
  { day: 1, time: '09:00', type: 'phone_call', subject: 'Before the weekend: which three to see' },
  { day: 1, time: '10:30', type: 'manual_email', subject: 'Send the lease form' },
  { day: 2, time: '11:00', type: 'phone_call', subject: 'How was the open house', minutes: 15 },
  { day: 3, time: '09:30', type: 'auto_email', subject: 'What a pre-approval changes', step: welcome },
  { day: 3, time: '14:00', type: 'phone_call', subject: 'Walk through the listing agreement' },
  { day: 4, time: '12:30', type: 'manual_text', subject: 'Keys for the second showing' },
  { day: 6, time: '09:00', type: 'phone_call', subject: 'Weekly word', repeat: 'weekly' },
  { day: 9, time: '16:00', type: 'reminder', subject: 'Mortgage letter expires', minutes: 1440 },
  { day: 13, time: '10:00', type: 'phone_call', subject: 'Deposit is due this week' },
  { day: 24, time: '09:00', type: 'reminder', subject: 'One year in the new home', repeat: 'yearly' },
]

const accounts = ['agent', 'agent2', 'teamlead', 'newagent'] as const

/** When a task of the demo is due. */
function dueAt({ day, time }: DemoTask, now: Date): string | null {
  if (time === null) return null
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const at = set(addDays(new TZDate(now, region.zone), day), { hours, minutes, seconds: 0, milliseconds: 0 })
  return new Date(at.getTime()).toISOString()
}

/** The working week of the demo accounts. */
export const demo: DemoPart = { addDailyWork: ({ db, now }) => addTasks(db, now) }

/** Gives the agents of the demo accounts something to do. A new agent has a quarter of it. */
async function addTasks(db: Db, now: Date): Promise<void> {
  for (const account of accounts) {
    const tasks = week.filter((_, place) => account !== 'newagent' || place % 4 === 0)
    const rows = tasks.map((task, place) => ({
      place,
      task_type: task.type,
      subject: task.subject,
      content: task.content ?? '',
      scheduled_at: dueAt(task, now),
      completed: task.done === true,
      repeat: task.repeat ?? null,
      reminder_minutes: task.minutes ?? null,
      taskable: task.step
        ? { id: null, name: null, campaign_name: task.step.campaign, step_name: task.step.name }
        : null,
    }))
    await insertTasks(db, `${account}@keyturn.test`, rows, now)
  }
}

async function insertTasks(db: Db, email: string, rows: readonly object[], now: Date): Promise<void> {
  await sql`
    WITH chosen AS (
      SELECT l.id, l.agent_id, a.user_id, row_number() OVER (ORDER BY l.lead_score DESC, l.id) - 1 AS place
      FROM leads l JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id
      WHERE u.email = ${email} AND l.deleted_at IS NULL AND NOT l.is_bogus AND l.status_value BETWEEN 1 AND 8
        AND l.first_name <> '' AND l.phone IS NOT NULL),
    given AS (
      SELECT (record->>'place')::int AS place, t.* FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS each (record),
        jsonb_populate_record(NULL::tasks, each.record) t)
    INSERT INTO tasks (lead_id, agent_id, task_type, subject, content, scheduled_at, completed, completed_at, completed_by,
                       repeat, repeat_start, reminder_minutes, taskable_type, taskable, automated, created_by, created_at, updated_at)
    SELECT c.id, c.agent_id, g.task_type, g.subject, g.content, g.scheduled_at, g.completed,
           CASE WHEN g.completed THEN least(g.scheduled_at, ${now}) END, CASE WHEN g.completed THEN c.user_id END,
           g.repeat, CASE WHEN g.repeat IS NOT NULL THEN g.scheduled_at END, g.reminder_minutes,
           CASE WHEN g.taskable IS NOT NULL THEN 'campaign_instance_step' END, g.taskable, g.taskable IS NOT NULL,
           c.user_id, ${now}::timestamptz - interval '6 days', ${now}::timestamptz - interval '1 day'
    FROM given g JOIN chosen c ON c.place = (g.place * 7) % greatest((SELECT count(*) FROM chosen), 1)`.execute(db)
  await sql`
    UPDATE leads SET open_tasks = counted.open FROM (
      SELECT lead_id, count(*)::int AS open FROM tasks WHERE NOT completed AND deleted_at IS NULL GROUP BY lead_id) counted
    WHERE leads.id = counted.lead_id AND leads.open_tasks <> counted.open`.execute(db)
}
