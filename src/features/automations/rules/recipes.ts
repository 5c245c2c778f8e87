import { ADDED_BY_AGENT } from '../../leads/rules.ts'
import type { Definition, Step } from '../contract/definition.ts'

/** An automation to start from. Tags, templates, campaigns and people are chosen before it is switched on. */
export interface Recipe {
  key: string
  name: string
  description: string
  definition: Definition
}

const recipe = (
  key: string,
  name: string,
  description: string,
  definition: Partial<Definition> & Pick<Definition, 'trigger' | 'steps'>,
): Recipe => ({
  key,
  name,
  description,
  definition: { filters: {}, goal: null, again: 'after_end', start: definition.steps[0]?.id ?? null, ...definition },
})

type Task = Partial<Extract<Step, { kind: 'create_task' }>>

const task = (id: string, subject: string, next: string | null = null, more: Task = {}): Step => ({
  kind: 'create_task',
  id,
  task_type: 'phone_call',
  subject,
  content: '',
  due_minutes: 0,
  next,
  ...more,
})
const notify = (id: string, who: 'agent' | 'team_lead', text: string, next: string | null = null): Step => ({
  kind: 'notify',
  id,
  who,
  agent_id: null,
  text,
  next,
})

/** Statuses before a lead is under contract. */
const OPEN_STATUSES = [1, 2, 3, 4, 5, 6]

/** Ten automations to start from. */
export const recipes: readonly Recipe[] = [
  recipe(
    'speed',
    'New lead not called in 5 minutes',
    'Offers the lead to the next agent when nobody was in touch, and lets the team lead know. Not leads that agents add themselves.',
    {
      trigger: { kind: 'lead_created', except_sources: [ADDED_BY_AGENT] },
      again: 'never',
      steps: [
        {
          kind: 'wait_until',
          id: 'contact',
          until: { kind: 'contacted' },
          value: 5,
          period: 'minute',
          met: null,
          otherwise: 'lead',
        },
        notify('lead', 'team_lead', 'Nobody called {{lead_first_name}} within 5 minutes', 'offer'),
        { kind: 'offer', id: 'offer', to: 'next', agent_id: null, team_id: null, next: null },
      ],
    },
  ),
  recipe('back-on-site', 'Back on the site', 'Reminds the agent to call a lead who looks at homes again.', {
    trigger: { kind: 'opportunity_created', types: [2, 6] },
    filters: { status: OPEN_STATUSES, hasTask: false },
    steps: [task('call', '{{lead_first_name}} is back on the site')],
  }),
  recipe(
    'showing-request',
    'Viewing request: answer within a minute',
    'Texts that the request arrived, and puts the call on today’s list.',
    {
      trigger: { kind: 'request_submitted', kinds: ['viewing'] },
      steps: [
        { kind: 'send_text', id: 'text', template_id: null, next: 'call' },
        task('call', 'Book the showing with {{lead_first_name}}'),
      ],
    },
  ),
  recipe('replied', 'They replied: hand over to the agent', 'Stops all campaigns and makes a task for today.', {
    trigger: { kind: 'message_received' },
    steps: [
      { kind: 'stop_campaign', id: 'stop', campaign_id: null, next: 'task' },
      task('task', 'Answer {{lead_first_name}}', null, { task_type: 'manual_text' }),
    ],
  }),
  recipe('quiet', 'No contact for 14 days', 'A call task for the next morning, unless somebody is in touch before.', {
    trigger: { kind: 'no_contact', days: 14 },
    filters: { status: [3, 4, 5, 6] },
    goal: { kind: 'contacted' },
    steps: [
      { kind: 'wait', id: 'morning', value: 1, period: 'day', at: '09:00', next: 'call' },
      task('call', 'Check in with {{lead_first_name}}'),
    ],
  }),
  recipe('moving', 'Two months before moving in', 'Starts a campaign in time for the move, and reminds the agent.', {
    trigger: { kind: 'date_reached', field: 'move_in_date', offset_days: -60, time: '09:00' },
    steps: [
      { kind: 'start_campaign', id: 'campaign', campaign_id: null, next: 'call' },
      task('call', 'Talk with {{lead_first_name}} about moving'),
    ],
  }),
  recipe('anniversary', 'A year after closing', 'A greeting by e-mail, and a call three days later.', {
    trigger: { kind: 'date_reached', field: 'close_date', offset_days: 365, time: '10:00' },
    steps: [
      { kind: 'send_email', id: 'email', template_id: null, next: 'days' },
      { kind: 'wait', id: 'days', value: 3, period: 'day', at: '10:00', next: 'call' },
      task('call', 'Ask {{lead_first_name}} how the home is'),
    ],
  }),
  recipe(
    'closed',
    'Deal closed: past client',
    'Sets the status, stops campaigns and starts the one for past clients.',
    {
      trigger: { kind: 'deal_status_changed', statuses: [5] },
      steps: [
        { kind: 'set_status', id: 'status', status: 10, next: 'stop' },
        { kind: 'stop_campaign', id: 'stop', campaign_id: null, next: 'start' },
        { kind: 'start_campaign', id: 'start', campaign_id: null, next: null },
      ],
    },
  ),
  recipe(
    'no-answer',
    'No answer in three days',
    'Starts a campaign on a lead who cannot be reached, until they reply.',
    {
      trigger: { kind: 'status_changed', to: [2] },
      goal: { kind: 'message_received' },
      steps: [
        { kind: 'wait', id: 'days', value: 3, period: 'day', at: '09:00', next: 'still' },
        { kind: 'branch', id: 'still', filters: { status: [2] }, yes: 'campaign', no: null },
        { kind: 'start_campaign', id: 'campaign', campaign_id: null, next: null },
      ],
    },
  ),
  recipe(
    'tag-team',
    'Tagged: offer to a team',
    'Offers leads with a tag to the agents of a team, and notifies their agent.',
    {
      trigger: { kind: 'tag_added', tag_id: null },
      steps: [
        notify('agent', 'agent', '{{lead_first_name}} goes to the team', 'offer'),
        { kind: 'offer', id: 'offer', to: 'team', agent_id: null, team_id: null, next: null },
      ],
    },
  ),
]
