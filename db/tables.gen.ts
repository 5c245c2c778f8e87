// Made from the migrated database: run `vitest run scripts/tables -u` after adding a migration. Do not edit.
import type { Defaulted, Derived, Instant } from '../src/platform/server/database/columns.ts'

interface AgentAvailabilityTable {
  agent_id: number
  days_off: Defaulted<number[]>
  starts_at: string | null
  ends_at: string | null
  away_until: string | null
  away_from: string | null
  languages: Defaulted<string[]>
  substitute_id: number | null
}

interface AgentGoalsTable {
  agent_id: number
  metric: string
  period: 'week' | 'month' | 'quarter' | 'year'
  amount: number
  set_by: number | null
  set_at: Instant
}

interface AgentQuotasTable {
  agent_id: number
  type: 'rental' | 'buyer'
  rule_id: number
  since: Defaulted<Instant>
  failing_since: string | null
  evaluated_on: string | null
}

interface AgentsTable {
  id: Derived<number>
  user_id: number
  lead_types: Defaulted<string[]>
  area_ids: Defaulted<number[]>
  site_ids: Defaulted<number[]>
}

interface AlertMatchesTable {
  alert_id: number
  listing_id: number
  price: number
  price_before: number | null
  matched_at: Defaulted<Instant>
  send_id: number | null
}

interface AlertSearchesTable {
  alert_id: number
  offer: 'sale' | 'lease'
  area_id: number | null
  building_id: number | null
  price_min: number
  price_max: number
  beds_min: number
  baths_min: number
  property_types: string[] | null
  keywords: string | null
}

interface AlertSendsTable {
  id: Derived<number>
  alert_id: number
  lead_id: number
  due_at: Instant
  by_hand: Defaulted<boolean>
  author_user_id: number | null
  on_behalf_of: number | null
  state: Defaulted<'waiting' | 'sent' | 'refused' | 'failed' | 'expired'>
  tries: Defaulted<number>
  listings: Defaulted<number>
  problem: string | null
  created_at: Defaulted<Instant>
  finished_at: Instant | null
  recipient: string | null
  claimed_until: Instant | null
  retry_at: Instant | null
  homes: unknown | null
}

interface AlertsTable {
  id: Derived<number>
  lead_id: number
  kind: 'listing' | 'building'
  name: string
  alert_frequency: number
  criteria: unknown
  next_due_at: Instant | null
  last_sent_at: Instant | null
  created_by: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  deleted_at: Instant | null
  version: Defaulted<number>
}

interface AnsweredTextsTable {
  provider_id: string
  answer: string
  answered_at: Defaulted<Instant>
}

interface ApiKeysTable {
  id: Derived<number>
  name: string
  hash: Buffer
  hint: string
  scopes: string[]
  user_id: number
  created_at: Instant
  expires_at: Instant | null
  last_used_at: Instant | null
  revoked_at: Instant | null
  revoked_by: number | null
}

interface ArchivesTable {
  id: Derived<number>
  user_id: number
  made_by: number
  status: Defaulted<'queued' | 'running' | 'done' | 'cancelled' | 'failed'>
  attempt: string | null
  parts: Defaulted<number>
  parts_done: Defaulted<number>
  rows_done: Defaulted<number>
  files_done: Defaulted<number>
  stored_as: string | null
  file_size: number | null
  problem: string | null
  created_at: Defaulted<Instant>
  finished_at: Instant | null
}

interface AreaMergeAreasTable {
  merge_id: number
  area_id: number
  parent_id: number | null
  type: string
  merged_into: number | null
  into_id: number | null
}

interface AreaMergeRowsTable {
  merge_id: number
  area_id: number
  place: string
  row_id: number
  had: unknown | null
  written: unknown | null
  nth: Derived<number>
}

interface AreaMergesTable {
  id: Derived<number>
  area_id: number
  into_id: number
  merged_at: Instant
  merged_by: number | null
  undone_at: Instant | null
  undone_by: number | null
}

interface AreasTable {
  id: Derived<number>
  type: 'locality' | 'sublocality' | 'neighbourhood'
  name: string
  parent_id: number | null
  retired_at: Instant | null
  merged_into: number | null
  version: Defaulted<number>
}

interface AuditEntriesTable {
  id: Derived<number>
  at: Defaulted<Instant>
  actor_user_id: number | null
  viewer_user_id: number | null
  call: string
  subject: string | null
  subject_id: string | null
  input: unknown | null
  changes: unknown | null
  outcome: Defaulted<string>
  request_id: string | null
  address: string | null
  user_agent: string | null
  erasure_id: number | null
}

interface AutomationEventsTable {
  id: Derived<number>
  kind: string
  lead_id: number
  at: Instant
  detail: Defaulted<unknown>
  facts: unknown
  automation_id: number | null
  run_id: number | null
  generation: Defaulted<number>
  is_pending: boolean
}

interface AutomationNoticesTable {
  id: Derived<number>
  automation_id: number
  reason: string
  at: Instant
}

interface AutomationRunStepsTable {
  id: Derived<number>
  run_id: number
  step_id: string
  kind: string
  state: 'done' | 'skipped' | 'failed' | 'waiting'
  way: 'yes' | 'no' | 'met' | 'otherwise' | null
  text: Defaulted<string>
  planned_at: Instant
  until: Instant | null
  ran_at: Instant
  event_id: number | null
  tries: Defaulted<number>
}

interface AutomationRunsTable {
  id: Derived<number>
  automation_id: number
  version_id: number
  lead_id: number
  event_id: number
  triggered_at: Instant
  trigger_text: string
  generation: number
  caused_by: number | null
  state: Defaulted<'running' | 'waiting' | 'done' | 'stopped' | 'failed'>
  stop_reason: string | null
  step_id: string | null
  planned_at: Instant
  next_at: Instant | null
  met_at: Instant | null
  goal_at: Instant | null
  started_at: Instant
  ended_at: Instant | null
}

interface AutomationVersionsTable {
  id: Derived<number>
  automation_id: number
  number: number
  definition: unknown
  superseded_by: number | null
  saved_at: Instant
  saved_by: number | null
}

interface AutomationsTable {
  id: Derived<number>
  agent_id: number | null
  name: string
  description: Defaulted<string>
  state: Defaulted<'draft' | 'on' | 'off'>
  state_changed_at: Instant | null
  state_changed_by: number | null
  stopped_itself: string | null
  rehearsed_version_id: number | null
  webhook_secret: string | null
  swept_from: Instant | null
  swept_until: Instant | null
  created_by: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  deleted_at: Instant | null
  version: Defaulted<number>
}

interface BlockedNumbersTable {
  id: Derived<number>
  number: string
  agent_id: number | null
  user_id: number
  reason: Defaulted<string>
  blocked_at: Instant
  unblocked_at: Instant | null
  stopped_calls: Defaulted<number>
  stopped_texts: Defaulted<number>
}

interface BogusLeadsTable {
  lead_id: number
  flagged_by: number
  flagged_at: Defaulted<Instant>
  was_email_valid: boolean
  was_phone_valid: boolean
}

interface BrokerageListingPhotosTable {
  id: Derived<number>
  listing_id: number
  position: number
  file_name: string
  caption: Defaulted<string>
  created_at: Instant
}

interface BrokerageListingPricesTable {
  listing_id: number
  since: Instant
  price: number
}

interface BrokerageListingsTable {
  id: Derived<number>
  mls_number: string | null
  status: 'coming_soon' | 'active' | 'conditional' | 'sold' | 'leased' | 'withdrawn'
  offer: 'sale' | 'lease'
  property_type: string
  price: number
  street_number: string
  street_name: string
  unit: Defaulted<string>
  city: string
  province: Defaulted<string>
  postal_code: Defaulted<string>
  neighbourhood: Defaulted<string>
  beds: Defaulted<number>
  beds_plus: Defaulted<number>
  baths: Defaulted<number>
  sqft: number | null
  lot: Defaulted<string>
  parking: Defaulted<string>
  taxes: number | null
  description: Defaulted<string>
  owner: Defaulted<string>
  agent_id: number | null
  lat: number | null
  lng: number | null
  listed_on: string | null
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Instant
  updated_at: Instant
  version: Defaulted<number>
  search_text: Derived<string | null>
}

interface BuildingsTable {
  id: Derived<number>
  key: string
  name: string
  address: string
  city: string
  search_text: Derived<string | null>
}

interface BulkChunksTable {
  run_id: number
  position: number
  ids: number[]
  outcome: unknown | null
  before: unknown | null
  done_at: Instant | null
  undone_at: Instant | null
}

interface BulkRunsTable {
  id: Derived<number>
  user_id: number
  actor_user_id: number
  action: string
  title: string
  params: unknown
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
  can_undo: boolean
  total: number
  done: Defaulted<number>
  changed: Defaulted<number>
  skipped: Defaulted<unknown>
  error: string | null
  tries: Defaulted<number>
  unpublished: Defaulted<unknown>
  published_at: Instant | null
  created_at: Defaulted<Instant>
  touched_at: Defaulted<Instant>
  finished_at: Instant | null
  undone_at: Instant | null
}

interface BusinessGoalsTable {
  year: number
  gross: number
  set_by: number | null
  set_at: Instant
}

interface CalendarAccountsTable {
  user_id: number
  is_on: Defaulted<boolean>
  calendar_id: Defaulted<string>
  calendar_name: Defaulted<string>
  sync_token: string | null
  is_pull_asked: Defaulted<boolean>
  poll_at: Defaulted<Instant>
  last_synced_at: Instant | null
  leased_until: Instant | null
  lease: string | null
  failures: Defaulted<number>
  retry_at: Instant | null
  problem: string | null
  created_at: Defaulted<Instant>
}

interface CalendarChannelsTable {
  id: string
  user_id: number
  calendar_id: string
  token_hash: Buffer
  resource_id: string | null
  expires_at: Instant
  created_at: Defaulted<Instant>
}

interface CalendarEventsTable {
  id: Derived<number>
  user_id: number
  kind: 'task' | 'showing'
  record_id: number
  calendar_id: string
  event_id: string
  incarnation: Defaulted<number>
  state: Defaulted<'asked' | 'there' | 'removed'>
  etag: string | null
  ours: unknown | null
  theirs: unknown | null
  print: Defaulted<string>
  created_at: Defaulted<Instant>
}

interface CalendarOutboxTable {
  user_id: number
  kind: 'task' | 'showing'
  record_id: number
  version: Defaulted<number>
  due_at: Instant
  tries: Defaulted<number>
  problem: string | null
  created_at: Defaulted<Instant>
}

interface CallRecordingsTable {
  id: Derived<number>
  call_id: number
  kind: 'call' | 'voicemail'
  provider_id: string | null
  state: 'starting' | 'recording' | 'paused' | 'arriving' | 'stored' | 'refused' | 'failed' | 'removed'
  seconds: number | null
  file: string | null
  size: number | null
  type: string | null
  provider_removed_at: Instant | null
  started_at: Instant
  stored_at: Instant | null
}

interface CallsTable {
  id: Derived<number>
  lead_id: number | null
  user_id: number | null
  on_behalf_of: number | null
  agent_id: number | null
  direction: 'outbound' | 'inbound'
  from_number: Defaulted<string>
  to_number: Defaulted<string>
  provider_id: string | null
  state: 'prepared' | 'ringing' | 'connected' | 'ended' | 'failed' | 'missed' | 'refused' | 'unknown'
  reason: string | null
  ringing_at: Instant | null
  connected_at: Instant | null
  ended_at: Instant | null
  duration: Defaulted<number>
  rings: Defaulted<number[]>
  declined: Defaulted<number[]>
  rings_until: Instant | null
  task_id: number | null
  outcome: 'connected' | 'voicemail' | 'no answer' | 'wrong number' | null
  notes: Defaulted<string>
  milestone_id: number | null
  recording_id: string | null
  recording_seconds: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  version: Defaulted<number>
  by_dialer: Defaulted<boolean>
  lead_leg: string | null
  agent_leg: string | null
  consult_leg: string | null
  bridged: 'lead' | 'agent' | null
  held_at: Instant | null
  consult_user_id: number | null
  consulted_at: Instant | null
  transfer_to: number | null
  transfer_back_to: number | null
  notice_at: Instant | null
  notice: string | null
  recording_refused_at: Instant | null
  heard_at: Instant | null
}

interface CampaignInstanceStepsTable {
  id: Derived<number>
  instance_id: number
  step_id: number
  occurrence: Defaulted<number>
  state: Defaulted<'waiting' | 'sent' | 'task' | 'refused' | 'skipped' | 'expired' | 'cancelled'>
  planned_at: Instant
  due_at: Instant
  anchor_at: Instant
  reason: string | null
  sending_id: number | null
  task_id: number | null
  ran_at: Instant | null
  wording: 'a' | 'b' | null
  compared_since: Instant | null
}

interface CampaignInstancesTable {
  id: Derived<number>
  campaign_id: number
  lead_id: number
  agent_id: number
  version_id: number
  state: Defaulted<'running' | 'paused' | 'finished' | 'stopped' | 'connected'>
  archived: Derived<boolean | null>
  started_how: string
  started_by: number | null
  started_at: Instant
  paused_until: Instant | null
  steps_done: Defaulted<number>
  stop_reason: string | null
  stop_detail: Defaulted<string>
  stopped_by: number | null
  stopped_at: Instant | null
  version: Defaulted<number>
  stopped_from: 'running' | 'paused' | 'finished' | null
}

interface CampaignMessagesTable {
  version_id: number
  step_id: number
  user_id: number
  message_id: number
  wording: Defaulted<'a' | 'b'>
}

interface CampaignStepsTable {
  id: Derived<number>
  campaign_id: number
  position: number
  step_type: 'auto_email' | 'auto_text' | 'manual_email' | 'manual_text' | 'phone_call' | 'reminder'
  name: string
  subject: Defaulted<string>
  content: Defaulted<string>
  template_id: number | null
  delay_value: number | null
  delay_period: Defaulted<'minute' | 'hour' | 'day' | 'week' | 'month'>
  recurring: boolean | null
  recurring_value: number | null
  recurring_period: Defaulted<'day' | 'week' | 'month' | 'year' | null>
  execute_at: string | null
  expires_after_hours: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  deleted_at: Instant | null
  other_subject: string | null
  other_content: string | null
  compared_since: Instant | null
  version: Defaulted<number>
}

interface CampaignVersionsTable {
  id: Derived<number>
  campaign_id: number
  steps: unknown
  superseded_by: number | null
  created_at: Defaulted<Instant>
}

interface CampaignViewLeadsTable {
  campaign_id: number
  lead_id: number
  reason: string | null
  at: Instant
}

interface CampaignViewsTable {
  campaign_id: number
  view_id: number
  user_id: number
  question: unknown
  since: Instant
  problem: string | null
  snapshot: string
  looked_at: Instant
  walk_after: Defaulted<number | null>
  wants_walk: Defaulted<boolean>
  walked_at: Instant | null
}

interface CampaignsTable {
  id: Derived<number>
  agent_id: number | null
  team_id: number | null
  site_id: number | null
  role: 'rental_lead' | 'buyer_lead' | 'seller_lead' | 'investor_lead' | 'precon_lead' | 'registered_agent' | null
  name: string
  description: Defaulted<string>
  stop_after_connection: Defaulted<boolean>
  is_happy_hour_campaign: Defaulted<boolean>
  auto_add: Defaulted<boolean>
  state: Defaulted<'draft' | 'on' | 'off'>
  is_held: Defaulted<boolean>
  state_changed_at: Instant | null
  state_changed_by: number | null
  created_by: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  deleted_at: Instant | null
  version: Defaulted<number>
  kind: Defaulted<'series' | 'one_off'>
  send_on: string | null
  chosen: number | null
  left_out: Defaulted<unknown>
}

interface ChecklistItemsTable {
  id: Derived<number>
  checklist_id: number
  parent_id: number | null
  position: number
  title: string
  is_completed: Defaulted<boolean>
  is_priority: Defaulted<boolean>
  is_active: Defaulted<boolean>
  comment: Defaulted<string>
  completed_at: Instant | null
  completed_by: number | null
}

interface ChecklistsTable {
  id: Derived<number>
  deal_id: number
  lonewolf_deal_type_id: number | null
  lonewolf_deal_status_id: number | null
  transaction_fee: number | null
  listing_lawyer_information: Defaulted<string>
  buyer_lawyer_information: Defaulted<string>
  notes: Defaulted<string>
  version: Defaulted<number>
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
}

interface ClaimNoticesTable {
  agent_id: number
  since: Instant
}

interface CommissionLinesTable {
  id: Derived<number>
  statement_id: number
  row: number
  corrects: number | null
  kind: 'coop' | 'referral' | 'share' | 'fee' | 'tax'
  party: 'agent' | 'brokerage' | 'coop'
  agent_id: number | null
  name: string
  of_agent_id: number | null
  counts_in: string | null
  split_id: number | null
  plan_id: number | null
  label: string
  rule: string
  base: number
  rate: number | null
  amount: number
  rounding: 'nearest' | 'remainder' | 'rest' | 'exact'
  tax_rate: number
  tax: number
  is_above_cap: Defaulted<boolean>
  taxes: Defaulted<unknown>
}

interface CommissionOpeningsTable {
  id: Derived<number>
  agent_id: number
  year_start: string
  corrects: number | null
  side: number
  house: number
  note: string
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Instant
}

interface CommissionPlansTable {
  id: Derived<number>
  agent_id: number
  version: number
  name: string
  valid_from: string
  split_rate: number
  tiers: Defaulted<unknown>
  cap: number | null
  rate_above_cap: number
  deal_fee: Defaulted<number>
  side_fee_rate: Defaulted<number>
  side_fee_name: Defaulted<string>
  referral_rate: Defaulted<number>
  referral_agent_id: number | null
  referral_name: Defaulted<string>
  year_month: Defaulted<number>
  is_registered: Defaulted<boolean>
  hst_number: Defaulted<string>
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Defaulted<Instant>
}

interface CommissionRenewalsTable {
  id: Derived<number>
  deal_id: number
  agent_id: number
  cause: 'first' | 'deal' | 'closing' | 'reopening' | 'correction' | 'plan' | 'opening' | 'other'
  cause_deal_id: number | null
  part: number
  part_before: number | null
  counted: number
  counted_before: number | null
  created_at: Instant
}

interface CommissionStatementsTable {
  id: Derived<number>
  deal_id: number
  number: number
  kind: 'closing' | 'reopening' | 'correction'
  closed_on: string
  gross: number
  reason: Defaulted<string>
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Instant
}

interface ContactChangesTable {
  happened_at: Instant
}

interface ContactDaysTable {
  day: string
  user_id: number
  calls: number
  calls_connected: number
  messages: number
}

interface DealClientsTable {
  id: Derived<number>
  deal_id: number
  position: number
  side: 'buyer' | 'seller' | 'tenant' | 'landlord' | 'referred'
  first_name: Defaulted<string>
  middle_name: Defaulted<string>
  last_name: Defaulted<string>
  email: string | null
  email_key: string | null
  phone: string | null
  is_repeat: Defaulted<boolean>
  is_personal: Defaulted<boolean>
  lead_id: number | null
  is_verified: Defaulted<boolean>
  matched_by: number | null
  matched_at: Instant | null
  erased_at: Instant | null
}

interface DealDocumentAssignmentsTable {
  id: Derived<number>
  required_id: number
  document_id: number
  first_page: number
  last_page: number
  state: Defaulted<'waiting' | 'accepted' | 'rejected'>
  reason: Defaulted<string>
  assigned_by: number | null
  assigned_at: Instant
  reviewed_by: number | null
  reviewed_at: Instant | null
}

interface DealDocumentsTable {
  id: Derived<number>
  deal_id: number
  hash: string
  name: string
  source: string | null
  source_id: string | null
  source_revision: string | null
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Instant
  updated_at: Instant
  withdrawn_at: Instant | null
  withdrawn_by: number | null
  withdrawn_reason: string | null
  version: Defaulted<number>
}

interface DealRequiredDocumentsTable {
  id: Derived<number>
  deal_id: number
  position: number
  title: string
  is_required: Defaulted<boolean>
  is_custom: Defaulted<boolean>
  is_submitted: Defaulted<boolean>
  client_id: number | null
}

interface DealSplitsTable {
  id: Derived<number>
  deal_id: number
  position: number
  party: 'agent' | 'brokerage' | 'coop'
  agent_id: number | null
  name: Defaulted<string>
  rate: number
  amount: number
  notes: Defaulted<string>
  kept: number | null
}

interface DealStatusChangesTable {
  id: Derived<number>
  deal_id: number
  status: number
  author_user_id: number | null
  on_behalf_of: number | null
  changed_at: Instant
}

interface DealsTable {
  id: Derived<number>
  ds_id: number | null
  type: number
  status: Defaulted<number>
  agent_id: number | null
  mls_number: string | null
  listing_id: number | null
  street_number: Defaulted<string>
  street_name: Defaulted<string>
  street_direction: Defaulted<string>
  unit: Defaulted<string>
  city: Defaulted<string>
  province: Defaulted<string>
  postal_code: Defaulted<string>
  price: Defaulted<number>
  deposit: number | null
  commission_rate: number | null
  gross: Defaulted<number>
  agents_net: Defaulted<number>
  offer_date: string | null
  firm_date: string | null
  close_date: string | null
  coop_first_name: Defaulted<string>
  coop_last_name: Defaulted<string>
  coop_brokerage: Defaulted<string>
  listing_owners: Defaulted<string>
  notes: Defaulted<string>
  trade_number: string | null
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  version: Defaulted<number>
  close_key: Derived<string | null>
  status_key: Derived<number | null>
  search_text: Derived<string | null>
}

interface DemoListingsTable {
  id: Derived<number>
  mls_number: string | null
  price: number | null
  at: Instant
}

interface DistributionLedgerTable {
  lead_id: number
  entry: number
  kind: string
  at: Instant
  agent_id: number | null
  offer_id: number | null
  content: string
  previous_hash: string
  hash: string
}

interface DistributionOffersTable {
  id: Derived<number>
  lead_id: number
  agent_id: number
  transfer_id: number
  round: number
  place: number
  why: string
  offered_at: Instant
  expires_at: Instant
  delivered_at: Instant | null
  seen_at: Instant | null
  answered_at: Instant | null
  outcome: 'accepted' | 'rejected' | 'expired' | 'withdrawn' | null
  reject_reason: string | null
  reject_note: string | null
  use_id: number | null
}

interface DoNotCallListsTable {
  id: Derived<number>
  file_name: string
  file_size: number
  stored_as: string | null
  found_as: string | null
  obtained_on: string
  allow_smaller: Defaulted<boolean>
  state: Defaulted<'queued' | 'reading' | 'in_force' | 'replaced' | 'failed' | 'cancelled'>
  problem: string | null
  read_bytes: Defaulted<number>
  read_lines: Defaulted<number>
  unreadable_lines: Defaulted<number>
  numbers: number | null
  area_codes: Defaulted<number[]>
  user_id: number | null
  created_at: Instant
  finished_at: Instant | null
}

interface DoNotCallNumbersTable {
  list_id: number
  block: number
  lines: string
}

interface DocumentFilesTable {
  hash: string
  size: number
  pages: number
  stored_at: Instant
  scan: Defaulted<'unscanned' | 'pending' | 'clean' | 'infected'>
  scan_found: string | null
}

interface DotloopAccountsTable {
  user_id: number
  profile_id: number
  profile_name: string
  access_token: string
  refresh_token: string
  expires_at: Instant
  refreshing_until: Instant | null
  problem: string | null
  connected_at: Instant
  compared_at: Instant | null
  comparing_until: Instant | null
}

interface DotloopEventsTable {
  profile_id: number
  event_id: string
  kind: string
  loop_id: number | null
  happened_at: Instant
  body: string
  received_at: Instant
  handled_at: Instant | null
}

interface DotloopSubscriptionsTable {
  id: Derived<number>
  user_id: number
  profile_id: number
  name: string
  signing_key: string
  subscription_id: string | null
  state: 'asked' | 'on' | 'off' | 'gone' | 'refused' | 'ending'
  asked_at: Instant
  checked_at: Instant | null
  refused: Defaulted<number>
  refused_at: Instant | null
}

interface DuplicatePairsTable {
  id: Derived<number>
  lead_id: number
  other_id: number
  score: number
  reasons: string[]
  found_at: Defaulted<Instant>
  dismissed_at: Instant | null
  dismissed_by: number | null
}

interface DuplicateSweepsTable {
  id: Derived<number>
  started_at: Defaulted<Instant>
  since: Instant | null
  after_id: Defaulted<number>
  looked_at: Defaulted<number>
  finished_at: Instant | null
}

interface EmailMessagesTable {
  id: Derived<number>
  user_id: number
  on_behalf_of: number | null
  agent_id: number | null
  type: 'email' | 'marketing'
  subject: string
  content: string
  mail_html: string
  mail_text: string
  template_id: number | null
  task_id: number | null
  created_at: Instant
}

interface EmailSignaturesTable {
  user_id: number
  content: string
  updated_at: Defaulted<Instant>
}

interface EmailsTable {
  id: Derived<number>
  message_id: number
  lead_id: number
  sending_id: number
  filled: unknown | null
  created_at: Instant
  opened_at: Instant | null
  clicked_at: Instant | null
  complained_at: Instant | null
}

interface ErasuresTable {
  id: Derived<number>
  lead_id: number
  erased_at: Instant
  user_id: number | null
  on_behalf_of: number | null
  reason: string
  removed: unknown
  kept: unknown
}

interface ExportsTable {
  id: Derived<number>
  user_id: number
  made_by: number
  format: 'csv' | 'xlsx'
  columns: string[]
  selection: unknown
  lead_ids: number[] | null
  status: Defaulted<'queued' | 'running' | 'done' | 'cancelled' | 'failed'>
  attempt: string | null
  row_count: number
  row_count_is_estimate: boolean
  rows_done: Defaulted<number>
  stored_as: string | null
  file_size: number | null
  problem: string | null
  created_at: Defaulted<Instant>
  finished_at: Instant | null
  sight: Defaulted<string[]>
}

interface FeatureFlagsTable {
  id: Derived<number>
  feature: string
  scope: 'all' | 'role' | 'team' | 'user'
  role: string | null
  team_id: number | null
  user_id: number | null
  enabled: boolean
}

interface FirstStepsDismissalTable {
  id: Defaulted<number>
  dismissed_by: number | null
  dismissed_at: Instant
}

interface GoogleQuotaTable {
  key: string
  units: number
  at: Instant
}

interface HappyHourClaimsTable {
  id: Derived<number>
  session_id: number
  agent_id: number
  lead_id: number | null
  claimed_at: Instant
  first_follow_up_at: Instant | null
  follow_up_type_id: number | null
  connected_at: Instant | null
  showing_at: Instant | null
  converted_at: Instant | null
}

interface HappyHourSessionsTable {
  id: Derived<number>
  agent_id: number
  settings_id: number
  day: string
  window_start: Instant
  window_end: Instant
  started_at: Instant
  ends_at: Instant
  ended_at: Instant | null
  skipped_lead_ids: Defaulted<number[]>
}

interface HappyHourSettingsTable {
  id: Derived<number>
  weekdays: number[]
  start_minute: number
  end_minute: number
  session_minutes: number
  minutes_between_claims: number
  max_claims: number
  follow_up_first: boolean
  lead_age_days: number | null
  lead_types: Defaulted<string[]>
  site_ids: Defaulted<number[]>
  join_by: 'everyone' | 'teams' | 'agents'
  team_ids: Defaulted<number[]>
  agent_ids: Defaulted<number[]>
  saved_by: number | null
  saved_at: Defaulted<Instant>
}

interface HeldJobsTable {
  id: string
  name: string
  data: unknown
  due_at: Instant
  held_at: Defaulted<Instant>
}

interface IdempotencyKeysTable {
  user_id: number
  key: string
  call: string
  request_hash: string
  http_status: number | null
  answer: unknown | null
  created_at: Defaulted<Instant>
}

interface IdentityCredentialsTable {
  user_id: number
  refresh_token: string
  updated_at: Defaulted<Instant>
  email: string | null
  access_token: string | null
  expires_at: Instant | null
  refreshing_until: Instant | null
  ends_at: Instant | null
  problem: string | null
  problem_at: Instant | null
  disconnected: Defaulted<string[]>
  connected_at: Defaulted<Instant>
}

interface ImportDryKeysTable {
  import_id: number
  key: string
  line: number
}

interface ImportRowsTable {
  import_id: number
  row: number
  line: number
  outcome: 'created' | 'merged' | 'skipped' | 'failed'
  reason: string | null
  cells: unknown | null
  lead_id: number | null
  lead_version: number | null
  before: unknown | null
  undone: 'deleted' | 'restored' | 'kept' | null
  external_id: string | null
  task_id: number | null
}

interface ImportsTable {
  id: Derived<number>
  user_id: number
  on_behalf_of: number | null
  file_name: string
  file_size: number
  stored_as: string | null
  kind: 'csv' | 'vcard' | 'xlsx'
  encoding: string
  separator: string | null
  origin: string | null
  has_header: boolean
  columns: unknown
  mapping: unknown
  options: Defaulted<unknown>
  status: Defaulted<'waiting' | 'queued' | 'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'>
  row_count: number
  rows_done: Defaulted<number>
  created: Defaulted<number>
  merged: Defaulted<number>
  skipped: Defaulted<number>
  failed: Defaulted<number>
  warned: Defaulted<number>
  deleted: Defaulted<number>
  restored: Defaulted<number>
  kept: Defaulted<number>
  problem: string | null
  created_at: Defaulted<Instant>
  started_at: Instant | null
  finished_at: Instant | null
  undone_at: Instant | null
  sheet: string | null
  holds: Defaulted<'people' | 'history'>
  entry_kind: 'note' | 'call' | 'text' | 'email' | 'meeting' | 'task' | null
  dry_run: unknown | null
}

interface InstallationSignsTable {
  kind: 'name' | 'database' | 'folder' | 'machine'
  value: string
  first_seen_at: Defaulted<Instant>
}

interface IntakeDeliveriesTable {
  id: Derived<number>
  source_id: number
  body: string
  received_at: Instant
  events: Defaulted<number>
  problem: string | null
  refused: Defaulted<number>
  settled_at: Instant | null
}

interface IntakeEventsTable {
  id: Derived<number>
  source_id: number
  source_event_id: string
  type: string
  occurred_at: Instant
  received_at: Instant
  visitor_id: string | null
  person: Defaulted<unknown>
  data: Defaulted<unknown>
  state: Defaulted<'waiting' | 'done' | 'anonymous' | 'failed'>
  lead_id: number | null
  is_new_lead: Defaulted<boolean>
  tries: Defaulted<number>
  problem: string | null
}

interface IntakeFetchesTable {
  source_id: number
  lead_ref: string
  notice: unknown
  received_at: Instant
  tries: Defaulted<number>
  next_at: Instant
}

interface IntakeKeysTable {
  id: Derived<number>
  source_id: number
  hash: Buffer
  hint: string
  created_at: Defaulted<Instant>
  expires_at: Instant | null
}

interface IntakeMailsTable {
  id: Derived<number>
  source_id: number
  digest: Buffer
  raw: Buffer
  sender: Defaulted<string>
  sender_name: Defaulted<string>
  subject: Defaulted<string>
  text: Defaulted<string>
  signed_by: string | null
  has_bad_signature: Defaulted<boolean>
  sent_at: Instant | null
  received_at: Instant
  state: 'waiting' | 'read' | 'unread' | 'ignored'
  read_by: string | null
  fields: unknown | null
  problem: string | null
  lead_id: number | null
  tries: Defaulted<number>
}

interface IntakeReadersTable {
  id: Derived<number>
  sender: string
  name: string
  lines: unknown
  author_user_id: number | null
  updated_at: Instant
}

interface IntakeSourcesTable {
  id: Derived<number>
  kind: 'site' | 'mailbox' | 'webhook' | 'mapped' | 'google_ads' | 'facebook'
  name: string
  site_id: number | null
  address: string | null
  proxies: Defaulted<string[]>
  is_active: Defaulted<boolean>
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  public_key: Defaulted<string>
  mapping: unknown | null
}

interface IntakeVisitorsTable {
  source_id: number
  visitor_id: string
  lead_id: number
  known_since: Instant
}

interface InvitationsTable {
  id: Derived<number>
  user_id: number
  created_at: Defaulted<Instant>
  tries: Defaulted<number>
  sent_at: Instant | null
  failed_at: Instant | null
  problem: string | null
  expired_at: Instant | null
}

interface LeadAgentBlocksTable {
  lead_id: number
  agent_id: number
  reason: Defaulted<string>
  created_at: Instant
  created_by: number | null
}

interface LeadAliasesTable {
  id: Derived<number>
  lead_id: number
  merge_id: number
  key: string
  shown: string
}

interface LeadAreasTable {
  lead_id: number
  area_id: number
  position: Defaulted<number>
}

interface LeadArrivalChangesTable {
  lead_id: number
}

interface LeadArrivalsTable {
  lead_id: number
  arrived_at: Instant
  agent_id: number | null
  source: string | null
  top_status: number
  answer_seconds: number | null
}

interface LeadClaimsTable {
  id: Derived<number>
  lead_id: number
  agent_id: number
  claimed_at: Instant
  by: 'pool' | 'happy hour'
}

interface LeadConsentsTable {
  id: Derived<number>
  lead_id: number
  channel: 'email' | 'text' | 'call'
  kind: 'express' | 'implied' | 'withdrawn'
  basis: 'inquiry' | 'deal' | null
  source: string
  evidence: Defaulted<string>
  given_at: Instant
  expires_at: Instant | null
  recorded_at: Defaulted<Instant>
  author_user_id: number | null
  on_behalf_of: number | null
  covers: 'commercial' | 'all' | null
}

interface LeadDistributionsTable {
  lead_id: number
  state: 'offered' | 'pooled' | 'owned' | 'resting'
  lead_type: 'buyer' | 'rental'
  round: Defaulted<number>
  why: string
  since: Instant
  asked_about: string | null
}

interface LeadMergeMovesTable {
  merge_id: number
  table_name: string
  column_name: string
  keys: unknown
}

interface LeadMergesTable {
  id: Derived<number>
  lead_id: number
  merged_id: number
  merged_at: Defaulted<Instant>
  merged_by: number | null
  on_behalf_of: number | null
  before: unknown
  after: unknown
  merged: unknown
  undone_at: Instant | null
  undone_by: number | null
  kept: Defaulted<string[]>
}

interface LeadPinsTable {
  user_id: number
  lead_id: number
  pinned_at: Instant
}

interface LeadRequestsTable {
  id: Derived<number>
  lead_id: number
  kind: 'viewing' | 'offer' | 'sell'
  listing_id: number | null
  address: string
  mls_number: string | null
  times: Defaulted<unknown>
  price: number | null
  move_in_date: string | null
  message: Defaulted<string>
  source: string
  source_key: string | null
  task_id: number | null
  milestone_id: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
}

interface LeadTagsTable {
  lead_id: number
  tag_id: number
  added_by: number | null
  added_at: Defaulted<Instant>
}

interface LeadTransfersTable {
  id: Derived<number>
  lead_id: number
  kind: 'transfer' | 'assignment' | 'offer'
  state: Defaulted<'pending' | 'accepted' | 'rejected' | 'cancelled' | 'expired'>
  from_agent_id: number | null
  to_agent_id: number
  sent_by: number | null
  expires_at: Instant | null
  created_at: Defaulted<Instant>
  decided_at: Instant | null
  decided_by: number | null
  version: Defaulted<number>
}

interface LeadsTable {
  id: Derived<number>
  agent_id: number | null
  first_name: Defaulted<string>
  last_name: Defaulted<string>
  email: string | null
  email_private: string | null
  phone: string | null
  phone_private: string | null
  phone_country_code: string | null
  phone_location: string | null
  email_key: string | null
  roles: Defaulted<string[]>
  site_id: number | null
  site_ids: Defaulted<number[]>
  source: Defaulted<string>
  status_value: Defaulted<number>
  lead_score: Defaulted<number>
  score_parts: Defaulted<unknown>
  tag_ids: Defaulted<number[]>
  area_ids: Defaulted<number[]>
  claimed_at: Instant | null
  claimed_by: number | null
  is_personal: Defaulted<boolean>
  is_realtor: Defaulted<boolean>
  is_bogus: Defaulted<boolean>
  email_verified: Defaulted<boolean>
  is_email_valid: Defaulted<boolean>
  is_phone_valid: Defaulted<boolean>
  text_validated: Defaulted<boolean>
  has_viewing_request: Defaulted<boolean>
  has_offer_request: Defaulted<boolean>
  has_sell_request: Defaulted<boolean>
  signup_attempts: Defaulted<number>
  searches_price_min: number | null
  searches_price_max: number | null
  stated_price_min: number | null
  stated_price_max: number | null
  price_min: Derived<number | null>
  price_max: Derived<number | null>
  subscribed_alert: Defaulted<boolean>
  subscribed_newsletter: Defaulted<boolean>
  subscribed_precon: Defaulted<boolean>
  member_type: Defaulted<'normal' | 'unsubscribed' | 'held' | 'bounced'>
  rental_profile: unknown | null
  zone: Defaulted<string>
  open_tasks: Defaulted<number>
  opportunity_types: Defaulted<number[]>
  consent_email: Defaulted<'express' | 'implied' | 'withdrawn' | 'none'>
  delivra_account_id: number | null
  was_active: Defaulted<boolean>
  last_active_at: Defaulted<Instant>
  last_contacted_at: Instant | null
  activity: Defaulted<number[]>
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  deleted_at: Instant | null
  version: Defaulted<number>
  name_key: Derived<string | null>
  contacted_key: Derived<Instant | null>
  claimed_key: Derived<Instant | null>
  search_text: Derived<string | null>
  occupation: Defaulted<string>
  merged_into: number | null
  withdrawn_channels: Defaulted<string[]>
  name_starts: Derived<string[] | null>
  open_requests: Defaulted<string[]>
  snoozed_until: Instant | null
  is_on_deal: Defaulted<boolean>
  consent_ends_at: Instant | null
  language: Defaulted<string>
  activity_week: Defaulted<string>
}

interface ListingFeedsTable {
  name: string
  modified_at: string | null
  listing_key: string | null
  read_at: Instant | null
  problem: string | null
  failed_at: Instant | null
}

interface ListingPhotosTable {
  listing_id: number
  n: number
  url: string
  copy_name: string
  caption: Defaulted<string>
  held_until: Instant | null
  problem: string | null
}

interface ListingPricesTable {
  listing_id: number
  since: Instant
  price: number
}

interface ListingVisitsTable {
  lead_id: number
  listing_id: number
  last_viewed_at: Instant | null
  favourite_at: Instant | null
}

interface ListingsTable {
  id: Derived<number>
  mls_number: string
  status: 'active' | 'pending' | 'closed' | 'withdrawn' | 'expired'
  offer: 'sale' | 'lease'
  property_type: string
  price: number
  address: string
  unit: string | null
  city: string
  neighbourhood: Defaulted<string>
  postal_code: Defaulted<string>
  area_ids: Defaulted<number[]>
  building_id: number | null
  beds: Defaulted<number>
  beds_plus: Defaulted<number>
  baths: Defaulted<number>
  sqft: number | null
  description: Defaulted<string>
  photo_base_url: string | null
  brokerage: Defaulted<string>
  lat: number | null
  lng: number | null
  listed_at: Instant
  modified_at: Instant
  version: Defaulted<number>
  words: Derived<string | null>
  search_text: Derived<string | null>
  photo_count: Defaulted<number>
  photos_changed_at: Instant | null
  photos_read_at: Instant | null
}

interface LiveChangesTable {
  id: Derived<number>
  xid: Defaulted<string>
  at: Defaulted<Instant>
  topic: string
  ids: number[]
  audience: string[]
}

interface LonewolfAccountTable {
  is_only: Defaulted<boolean>
  is_valid: boolean
  problem: string | null
  checked_at: Instant
  read_until: Instant | null
}

interface LonewolfOutboxTable {
  id: Derived<number>
  deal_id: number
  version: number
  state: Defaulted<'prepared' | 'sent' | 'unknown' | 'confirmed' | 'refused'>
  kind: 'open' | 'change' | null
  facts: unknown
  based_on: string | null
  reason: 'account' | 'facts' | 'differs' | 'lost' | null
  problem: string | null
  lookups: Defaulted<number>
  created_at: Instant
  sent_at: Instant | null
  looked_at: Instant | null
  settled_at: Instant | null
}

interface LonewolfTradesTable {
  deal_id: number
  reference: string
  trade_id: string | null
  number: string | null
  status_code: string | null
  row_version: string | null
  theirs: unknown | null
  twin: string | null
  differs_since: Instant | null
  read_at: Instant | null
}

interface LoopDealsTable {
  loop_id: number
  deal_id: number
  user_id: number | null
  created_at: Instant
  profile_id: number
  read_at: Defaulted<Instant>
  changed_at: Instant | null
  change_kinds: Defaulted<string[]>
}

interface MailboxEmailsTable {
  id: Defaulted<number>
  user_id: number
  lead_id: number
  provider_id: string
  thread_id: string
  message_id: string
  direction: 'in' | 'out'
  from_name: string
  from_email: string
  to_emails: string[]
  subject: string
  snippet: string
  is_automatic: boolean
  sent_at: Instant
  milestone_id: number | null
  created_at: Instant
}

interface MailboxMessagesTable {
  user_id: number
  provider_id: string
  position: Derived<number>
  state: Defaulted<'pending' | 'read' | 'failed'>
  is_new: Defaulted<boolean>
  tries: Defaulted<number>
  walk: number
}

interface MailboxesTable {
  user_id: number
  email: string
  connected_at: Instant
  history_id: string | null
  walk: Defaulted<number>
  is_walking: Defaulted<boolean>
  walk_token: string | null
  walk_history_id: string | null
  total: number | null
  counted_at: Instant | null
  synced_at: Instant | null
  waits_until: Instant | null
  failures: Defaulted<number>
  problem: string | null
  watch_until: Instant | null
  pushed_at: Instant | null
  syncing_until: Instant | null
}

interface MigrationsTable {
  number: number
  name: string
  run_at: Defaulted<Instant>
}

interface MilestonesTable {
  id: Derived<number>
  lead_id: number
  milestone_type_id: number
  milestone_option_id: number | null
  description: Defaulted<string>
  value: string | null
  link: string | null
  call: unknown | null
  message: unknown | null
  session: unknown | null
  model_id: number | null
  model_type: string | null
  detail: unknown | null
  happened_at: Defaulted<Instant>
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  version: Defaulted<number>
  deleted_at: Instant | null
}

interface NameChangesTable {
  id: Derived<number>
}

interface NoteMentionsTable {
  note_id: number
  user_id: number
  mentioned_by: number | null
  created_at: Defaulted<Instant>
  read_at: Instant | null
}

interface NotesTable {
  id: Derived<number>
  lead_id: number
  description: string
  happened_at: Defaulted<Instant>
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  deleted_at: Instant | null
  version: Defaulted<number>
}

interface NotificationDeliveriesTable {
  id: Derived<number>
  notification_id: number
  channel: 'push' | 'app' | 'text' | 'email'
  device_id: number | null
  device_name: Defaulted<string>
  is_fallback: Defaulted<boolean>
  due_at: Instant
  state: Defaulted<'waiting' | 'trying' | 'sent' | 'failed' | 'skipped' | 'unknown'>
  tries: Defaulted<number>
  trying_at: Instant | null
  problem: string | null
  sent_at: Instant | null
  delivered_at: Instant | null
  opened_at: Instant | null
  receipt_hash: Buffer | null
  expired_at: Instant | null
}

interface NotificationDigestsTable {
  id: Derived<number>
  user_id: number
  day: string
  created_at: Instant
  tries: Defaulted<number>
  problem: string | null
  sent_at: Instant | null
  failed_at: Instant | null
  expired_at: Instant | null
}

interface NotificationPreferencesTable {
  user_id: number
  kind: string
  screen: boolean
  push: boolean
  text: boolean
  email: boolean
  in_quiet_hours: Defaulted<boolean>
}

interface NotificationSettingsTable {
  user_id: number
  is_quiet: boolean
  quiet_from: string
  quiet_until: string
  shows_names: boolean
  digest_at: string | null
}

interface NotificationsTable {
  id: Derived<number>
  user_id: number
  kind: string
  cause: string
  title: string
  body: Defaulted<string>
  path: string
  lead_id: number | null
  is_shown: Defaulted<boolean>
  created_at: Instant
  expires_at: Instant | null
  seen_at: Instant | null
  read_at: Instant | null
  acted_at: Instant | null
}

interface OpenHouseVisitorsTable {
  id: Derived<number>
  open_house_id: number
  sign_in_id: string
  lead_id: number | null
  name: string
  has_agent: boolean | null
  signed_at: Instant
  created_at: Instant
}

interface OpenHousesTable {
  id: Derived<number>
  listing_id: number
  starts_at: Instant
  ends_at: Instant
  host_agent_id: number | null
  cancelled_at: Instant | null
  token_hash: Buffer
  sealed_token: string
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Instant
  updated_at: Instant
  version: Defaulted<number>
}

interface OpportunitiesTable {
  id: Derived<number>
  lead_id: number
  opportunity_type_id: number
  facts: unknown
  link: string | null
  created_at: Instant
  hidden_at: Instant | null
  hidden_by: number | null
  closed_at: Instant | null
}

interface OpportunityTypesTable {
  id: number
  is_on: Defaulted<boolean>
  times: number | null
  days: number | null
  default_message_template_id: number | null
  default_email_template_id: number | null
  updated_at: Defaulted<Instant>
}

interface OutboxAttachmentsTable {
  message_id: number
  position: number
  filename: string
  type: string
  content: Buffer
}

interface OutboxMessagesTable {
  id: Derived<number>
  message_id: string
  received_at: Defaulted<Instant>
  copies: Defaulted<number>
  sender: string
  recipients: string[]
  subject: string
  plain: string
  html: string | null
  source: Buffer
}

interface PushDevicesTable {
  id: Derived<number>
  user_id: number
  session_id: number
  endpoint: string
  p256dh: string
  auth: string
  name: string
  expires_at: Instant | null
  created_at: Instant
  last_delivered_at: Instant | null
}

interface PushKeysTable {
  id: Defaulted<boolean>
  public_key: string
  private_key: string
  created_at: Instant
}

interface QuotaDraftsTable {
  id: Defaulted<number>
  ladders: unknown
  changed: Defaulted<unknown>
  based_on: number
  updated_at: Defaulted<Instant>
  version: Defaulted<number>
}

interface QuotaHistoryTable {
  id: Derived<number>
  agent_id: number
  type: 'rental' | 'buyer'
  at: Defaulted<Instant>
  kind: 'climbed' | 'stepped back' | 'override' | 'override ended' | 'lifted' | 'rules changed'
  from_rung: number | null
  to_rung: number | null
  reason: Defaulted<string>
  author_user_id: number | null
}

interface QuotaOverridesTable {
  id: Derived<number>
  agent_id: number
  type: 'rental' | 'buyer'
  rule_id: number | null
  daily: number | null
  weekly: number | null
  reason: string
  until: string
  created_at: Defaulted<Instant>
  created_by: number | null
  ended_at: Instant | null
}

interface QuotaRulesTable {
  id: Derived<number>
  type: 'rental' | 'buyer'
  daily: number
  weekly: number
  next: number | null
  previous: number | null
  next_conditions: Defaulted<unknown>
  created_at: Defaulted<Instant>
  removed_at: Instant | null
}

interface QuotaUsesTable {
  id: Derived<number>
  agent_id: number
  type: 'rental' | 'buyer'
  lead_id: number | null
  day: string
  used_at: Defaulted<Instant>
  given_back_at: Instant | null
  given_back_reason: string | null
}

interface QuotaVersionsTable {
  number: number
  ladders: unknown
  moves: Defaulted<unknown>
  draft: unknown | null
  restores: number | null
  published_at: Defaulted<Instant>
  published_by: number | null
}

interface QuotaWeeksTable {
  agent_id: number
  type: 'rental' | 'buyer'
  week: string
  days: number[]
  used: number
  last_day: string
}

interface RecalledLinksTable {
  lead_id: number
  recalled_at: Instant
}

interface RecordingChunksTable {
  recording_id: number
  number: number
  from_at: Instant
  to_at: Instant
  events: number
  marks: unknown
  bytes: number
  body: Buffer
}

interface RecordingIdentificationsTable {
  id: Derived<number>
  user_id: number
  actor_user_id: number
  day: string
  created_at: Instant
}

interface RecordingViewingsTable {
  id: Derived<number>
  recording_id: number
  user_id: number
  viewed_at: Instant
}

interface ReportSchedulesTable {
  id: Derived<number>
  saved_report_id: number
  user_id: number
  every: 'week' | 'month'
  day: number
  hour: number
  since: Instant
}

interface ReportSendingsTable {
  id: Derived<number>
  schedule_id: number
  day: string
  created_at: Instant
  tries: Defaulted<number>
  trying_since: Instant | null
  problem: string | null
  sent_at: Instant | null
  failed_at: Instant | null
  expired_at: Instant | null
}

interface RequestCountsTable {
  key: string
  count: number
  ends_at: Instant
}

interface RolePermissionsTable {
  role: string
  permission: string
}

interface RolesTable {
  name: string
}

interface SavedReportsTable {
  id: Derived<number>
  user_id: number
  name: string
  report: string
  length: 'week' | 'month' | 'quarter' | 'year' | null
  from_day: string | null
  to_day: string | null
  team_id: number | null
  sharing: Defaulted<'private' | 'team' | 'all'>
  shared_team_id: number | null
  created_at: Instant
}

interface SavedViewOrdersTable {
  user_id: number
  view_ids: number[]
}

interface SavedViewsTable {
  id: Derived<number>
  user_id: number
  name: string
  list: string
  filters: Defaulted<unknown>
  sort: string
  columns: string[] | null
  sharing: Defaulted<'private' | 'team' | 'all'>
  team_id: number | null
  version: Defaulted<number>
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  deleted_at: Instant | null
  origin: string | null
}

interface ScoreFadingsTable {
  day: string
  until_lead_id: Defaulted<number>
  counted_at: Instant
  finished_at: Instant | null
}

interface SendingHolidaysTable {
  day: string
  name: string
}

interface SendingHoursTable {
  channel: 'email' | 'text' | 'call'
  weekday: number
  opens: string
  closes: string
}

interface SendingPausesTable {
  id: Derived<number>
  reason: 'restored' | 'moved' | 'by_hand'
  backup_at: Instant | null
  paused_at: Defaulted<Instant>
  paused_by: number | null
  resumed_at: Instant | null
  resumed_by: number | null
  discarded: unknown | null
  undone_at: Instant | null
}

interface SendingsTable {
  id: Derived<number>
  cause: string
  batch: string | null
  lead_id: number
  agent_id: number | null
  user_id: number | null
  channel: 'email' | 'text' | 'call'
  class: 'personal' | 'request_answer' | 'commercial' | 'consent_request'
  is_marketing: Defaulted<boolean>
  is_by_hand: Defaulted<boolean>
  is_confirmed: Defaulted<boolean>
  state: 'prepared' | 'waiting' | 'trying' | 'sent' | 'delivered' | 'failed' | 'refused' | 'unknown' | 'cancelled'
  reason: string | null
  rule: string | null
  rule_since: string | null
  ground: string | null
  address: string | null
  job: string | null
  due_at: Instant
  provider_id: string | null
  tries: Defaulted<number>
  created_at: Instant
  decided_at: Instant
  trying_since: Instant | null
  sent_at: Instant | null
  delivered_at: Instant | null
  finished_at: Instant | null
  template_id: number | null
  answered_at: Instant | null
}

interface SessionRecordingsTable {
  id: Derived<number>
  identification_id: number
  run: string
  started_at: Instant
}

interface SessionsTable {
  id: Derived<number>
  token_hash: Buffer
  user_id: number
  possessed_user_id: number | null
  platform: Defaulted<string>
  is_native_app: Defaulted<boolean>
  address: string | null
  user_agent: string | null
  created_at: Defaulted<Instant>
  last_used_at: Defaulted<Instant>
  revoked_at: Instant | null
  expires_at: Defaulted<Instant>
}

interface SettingsTable {
  key: string
  value: unknown
  updated_at: Defaulted<Instant>
  updated_by: number | null
}

interface ShowingEmailsTable {
  id: Derived<number>
  showing_id: number
  state: Defaulted<'waiting' | 'sent' | 'refused' | 'failed' | 'replaced' | 'expired'>
  is_again: Defaulted<boolean>
  tries: Defaulted<number>
  trying_since: Instant | null
  problem: string | null
  kind: 'invitation' | 'change' | 'cancellation' | null
  notified_address: string | null
  notified_starts_at: Instant | null
  notified_ends_at: Instant | null
  notified_status: string | null
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Defaulted<Instant>
  finished_at: Instant | null
}

interface ShowingsTable {
  id: Derived<number>
  lead_id: number
  address_formatted: string
  mls_number: string | null
  listed_for: number | null
  listing_description: Defaulted<string>
  starts_at: Instant
  ends_at: Instant
  zone: Defaulted<string>
  lockbox_description: Defaulted<string>
  notes: Defaulted<string>
  photo_base_url: string | null
  lat: number | null
  lng: number | null
  status: Defaulted<'requested' | 'confirmed' | 'declined' | 'completed' | 'cancelled'>
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  deleted_at: Instant | null
  version: Defaulted<number>
  client_answer: 'confirmed' | 'another_time' | 'cancelled' | null
  client_message: Defaulted<string>
  client_answered_at: Instant | null
}

interface SignInFailuresTable {
  key: string
  failures: Defaulted<number>
  last_failed_at: Instant | null
  locked_until: Instant | null
}

interface SignInTicketsTable {
  hash: Buffer
  purpose: 'signin' | 'scopes'
  subject: string
  email: string
  scopes: string[]
  refresh_token: string | null
  expires_at: Instant
  browser_hash: Buffer
}

interface SipAccountsTable {
  user_id: number
  extension: string
  secret: string | null
  updated_at: Instant
}

interface SitesTable {
  id: Derived<number>
  name: string
  domain: string
  retired_at: Instant | null
  version: Defaulted<number>
}

interface SnoozesTable {
  lead_id: number
  wakes_at: Instant
  snoozed_by: number | null
  created_at: Defaulted<Instant>
}

interface SourceCostsTable {
  source: string
  month: string
  cents: number
  set_by: number | null
  set_at: Instant
}

interface StoppedContactsTable {
  id: Derived<number>
  blocked_number_id: number
  kind: 'call_rejected' | 'text_dropped' | 'call_refused' | 'text_refused'
  agent_id: number | null
  body: string | null
  stopped_at: Instant
}

interface TagsTable {
  id: Derived<number>
  name: string
  agent_id: number | null
  colour: 'blue' | 'indigo' | 'cyan' | 'green' | 'amber' | 'orange' | 'pink' | 'violet' | 'moss' | null
  created_at: Defaulted<Instant>
  created_by: number | null
  deleted_at: Instant | null
  merged_into: number | null
  merged_at: Instant | null
}

interface TasksTable {
  id: Derived<number>
  lead_id: number
  agent_id: number | null
  task_type: 'auto_email' | 'auto_text' | 'manual_email' | 'manual_text' | 'phone_call' | 'reminder'
  subject: Defaulted<string>
  content: Defaulted<string>
  location: Defaulted<string>
  taskable_type: 'viewing_request' | 'offer_submission' | 'sell_request' | 'campaign_instance_step' | null
  taskable: unknown | null
  automated: Defaulted<boolean>
  scheduled_at: Instant | null
  duration: Defaulted<number>
  reminder_minutes: number | null
  reminded_at: Instant | null
  repeat: 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'yearly' | null
  repeat_start: Instant | null
  next_task_id: number | null
  event_id: string | null
  completed: Defaulted<boolean>
  completed_at: Instant | null
  completed_by: number | null
  created_by: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  deleted_at: Instant | null
  version: Defaulted<number>
  due_key: Derived<Instant | null>
}

interface TeamMembersTable {
  team_id: number
  agent_id: number
}

interface TeamsTable {
  id: Derived<number>
  name: string
  lead_agent_id: number | null
  version: Defaulted<number>
}

interface TemplateUsesTable {
  template_id: number
  user_id: number
  used_on: string
  uses: number
  sent: Defaulted<number>
  answered: Defaulted<number>
}

interface TemplatesTable {
  id: Derived<number>
  user_id: number | null
  platform: 'text' | 'email'
  name: string
  subject: Defaulted<string>
  content: string
  mail_html: string | null
  mail_text: string | null
  is_marketing: Defaulted<boolean>
  is_preconstruction: Defaulted<boolean>
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  updated_by: number | null
  deleted_at: Instant | null
  version: Defaulted<number>
}

interface TextPicturesTable {
  id: Derived<number>
  text_id: number | null
  user_id: number | null
  source: string | null
  file: string | null
  state: 'arriving' | 'stored' | 'unreadable' | 'gone'
  width: number | null
  height: number | null
  created_at: Instant
}

interface TextThreadsTable {
  id: Derived<number>
  lead_id: number | null
  number: string
  last_text_id: number
  last_at: Instant
  unread: number
  is_waiting: boolean
  done_at: Instant | null
}

interface TextsTable {
  id: Derived<number>
  lead_id: number | null
  number: string
  direction: 'in' | 'out'
  body: string
  media: Defaulted<number>
  keyword: 'stop' | 'start' | 'help' | null
  is_automatic: Defaulted<boolean>
  is_dropped: Defaulted<boolean>
  user_id: number | null
  sending_id: number | null
  provider_id: string | null
  error_code: number | null
  read_at: Instant | null
  created_at: Instant
}

interface TrustEntriesTable {
  id: Derived<number>
  deal_id: number
  kind: 'deposit' | 'payment' | 'reversal'
  amount: number
  happened_on: string
  party: string
  method: string
  purpose: string | null
  reference: Defaulted<string>
  reason: Defaulted<string>
  receipt: number | null
  corrects: number | null
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Instant
}

interface TrustMonthStepsTable {
  id: Derived<number>
  month: string
  number: number
  step: 'balanced' | 'taken_back' | 'closed'
  bank_balance: number
  book_balance: number
  entry_count: number
  author_user_id: number | null
  on_behalf_of: number | null
  created_at: Instant
}

interface TrustOutstandingTable {
  step_id: number
  entry_id: number
}

interface UserPermissionsTable {
  user_id: number
  permission: string
  granted: boolean
}

interface UserRolesTable {
  user_id: number
  role: string
}

interface UsersTable {
  id: Derived<number>
  email: string
  first_name: string
  last_name: Defaulted<string>
  phone: string | null
  is_active: Defaulted<boolean>
  zone: Defaulted<string>
  password_hash: string | null
  identity_subject: string | null
  google_scopes: Defaulted<string[]>
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  version: Defaulted<number>
}

interface WebhookDeliveriesTable {
  id: Derived<number>
  subscription_id: number
  event_id: string
  order_key: string
  state: Defaulted<'waiting' | 'delivered' | 'failed'>
  tries: Defaulted<number>
  due_at: Instant
  tried_at: Instant | null
  status: number | null
  answer: Defaulted<string>
  problem: string | null
  duration_ms: number | null
  created_at: Instant
}

interface WebhookEventsTable {
  id: string
  type: string
  subject: string
  subject_id: number | null
  data: unknown
  occurred_at: Instant
}

interface WebhookSubscriptionsTable {
  id: Derived<number>
  url: string
  events: string[]
  secret: string
  created_by: number | null
  created_at: Instant
  is_active: Defaulted<boolean>
  off_reason: string | null
  off_at: Instant | null
  failing_since: Instant | null
  resume_at: Instant | null
  busy_until: Instant | null
}

export interface Tables {
  agent_availability: AgentAvailabilityTable
  agent_goals: AgentGoalsTable
  agent_quotas: AgentQuotasTable
  agents: AgentsTable
  alert_matches: AlertMatchesTable
  alert_searches: AlertSearchesTable
  alert_sends: AlertSendsTable
  alerts: AlertsTable
  answered_texts: AnsweredTextsTable
  api_keys: ApiKeysTable
  archives: ArchivesTable
  area_merge_areas: AreaMergeAreasTable
  area_merge_rows: AreaMergeRowsTable
  area_merges: AreaMergesTable
  areas: AreasTable
  audit_entries: AuditEntriesTable
  automation_events: AutomationEventsTable
  automation_notices: AutomationNoticesTable
  automation_run_steps: AutomationRunStepsTable
  automation_runs: AutomationRunsTable
  automation_versions: AutomationVersionsTable
  automations: AutomationsTable
  blocked_numbers: BlockedNumbersTable
  bogus_leads: BogusLeadsTable
  brokerage_listing_photos: BrokerageListingPhotosTable
  brokerage_listing_prices: BrokerageListingPricesTable
  brokerage_listings: BrokerageListingsTable
  buildings: BuildingsTable
  bulk_chunks: BulkChunksTable
  bulk_runs: BulkRunsTable
  business_goals: BusinessGoalsTable
  calendar_accounts: CalendarAccountsTable
  calendar_channels: CalendarChannelsTable
  calendar_events: CalendarEventsTable
  calendar_outbox: CalendarOutboxTable
  call_recordings: CallRecordingsTable
  calls: CallsTable
  campaign_instance_steps: CampaignInstanceStepsTable
  campaign_instances: CampaignInstancesTable
  campaign_messages: CampaignMessagesTable
  campaign_steps: CampaignStepsTable
  campaign_versions: CampaignVersionsTable
  campaign_view_leads: CampaignViewLeadsTable
  campaign_views: CampaignViewsTable
  campaigns: CampaignsTable
  checklist_items: ChecklistItemsTable
  checklists: ChecklistsTable
  claim_notices: ClaimNoticesTable
  commission_lines: CommissionLinesTable
  commission_openings: CommissionOpeningsTable
  commission_plans: CommissionPlansTable
  commission_renewals: CommissionRenewalsTable
  commission_statements: CommissionStatementsTable
  contact_changes: ContactChangesTable
  contact_days: ContactDaysTable
  deal_clients: DealClientsTable
  deal_document_assignments: DealDocumentAssignmentsTable
  deal_documents: DealDocumentsTable
  deal_required_documents: DealRequiredDocumentsTable
  deal_splits: DealSplitsTable
  deal_status_changes: DealStatusChangesTable
  deals: DealsTable
  demo_listings: DemoListingsTable
  distribution_ledger: DistributionLedgerTable
  distribution_offers: DistributionOffersTable
  do_not_call_lists: DoNotCallListsTable
  do_not_call_numbers: DoNotCallNumbersTable
  document_files: DocumentFilesTable
  dotloop_accounts: DotloopAccountsTable
  dotloop_events: DotloopEventsTable
  dotloop_subscriptions: DotloopSubscriptionsTable
  duplicate_pairs: DuplicatePairsTable
  duplicate_sweeps: DuplicateSweepsTable
  email_messages: EmailMessagesTable
  email_signatures: EmailSignaturesTable
  emails: EmailsTable
  erasures: ErasuresTable
  exports: ExportsTable
  feature_flags: FeatureFlagsTable
  first_steps_dismissal: FirstStepsDismissalTable
  google_quota: GoogleQuotaTable
  happy_hour_claims: HappyHourClaimsTable
  happy_hour_sessions: HappyHourSessionsTable
  happy_hour_settings: HappyHourSettingsTable
  held_jobs: HeldJobsTable
  idempotency_keys: IdempotencyKeysTable
  identity_credentials: IdentityCredentialsTable
  import_dry_keys: ImportDryKeysTable
  import_rows: ImportRowsTable
  imports: ImportsTable
  installation_signs: InstallationSignsTable
  intake_deliveries: IntakeDeliveriesTable
  intake_events: IntakeEventsTable
  intake_fetches: IntakeFetchesTable
  intake_keys: IntakeKeysTable
  intake_mails: IntakeMailsTable
  intake_readers: IntakeReadersTable
  intake_sources: IntakeSourcesTable
  intake_visitors: IntakeVisitorsTable
  invitations: InvitationsTable
  lead_agent_blocks: LeadAgentBlocksTable
  lead_aliases: LeadAliasesTable
  lead_areas: LeadAreasTable
  lead_arrival_changes: LeadArrivalChangesTable
  lead_arrivals: LeadArrivalsTable
  lead_claims: LeadClaimsTable
  lead_consents: LeadConsentsTable
  lead_distributions: LeadDistributionsTable
  lead_merge_moves: LeadMergeMovesTable
  lead_merges: LeadMergesTable
  lead_pins: LeadPinsTable
  lead_requests: LeadRequestsTable
  lead_tags: LeadTagsTable
  lead_transfers: LeadTransfersTable
  leads: LeadsTable
  listing_feeds: ListingFeedsTable
  listing_photos: ListingPhotosTable
  listing_prices: ListingPricesTable
  listing_visits: ListingVisitsTable
  listings: ListingsTable
  live_changes: LiveChangesTable
  lonewolf_account: LonewolfAccountTable
  lonewolf_outbox: LonewolfOutboxTable
  lonewolf_trades: LonewolfTradesTable
  loop_deals: LoopDealsTable
  mailbox_emails: MailboxEmailsTable
  mailbox_messages: MailboxMessagesTable
  mailboxes: MailboxesTable
  migrations: MigrationsTable
  milestones: MilestonesTable
  name_changes: NameChangesTable
  note_mentions: NoteMentionsTable
  notes: NotesTable
  notification_deliveries: NotificationDeliveriesTable
  notification_digests: NotificationDigestsTable
  notification_preferences: NotificationPreferencesTable
  notification_settings: NotificationSettingsTable
  notifications: NotificationsTable
  open_house_visitors: OpenHouseVisitorsTable
  open_houses: OpenHousesTable
  opportunities: OpportunitiesTable
  opportunity_types: OpportunityTypesTable
  outbox_attachments: OutboxAttachmentsTable
  outbox_messages: OutboxMessagesTable
  push_devices: PushDevicesTable
  push_keys: PushKeysTable
  quota_drafts: QuotaDraftsTable
  quota_history: QuotaHistoryTable
  quota_overrides: QuotaOverridesTable
  quota_rules: QuotaRulesTable
  quota_uses: QuotaUsesTable
  quota_versions: QuotaVersionsTable
  quota_weeks: QuotaWeeksTable
  recalled_links: RecalledLinksTable
  recording_chunks: RecordingChunksTable
  recording_identifications: RecordingIdentificationsTable
  recording_viewings: RecordingViewingsTable
  report_schedules: ReportSchedulesTable
  report_sendings: ReportSendingsTable
  request_counts: RequestCountsTable
  role_permissions: RolePermissionsTable
  roles: RolesTable
  saved_reports: SavedReportsTable
  saved_view_orders: SavedViewOrdersTable
  saved_views: SavedViewsTable
  score_fadings: ScoreFadingsTable
  sending_holidays: SendingHolidaysTable
  sending_hours: SendingHoursTable
  sending_pauses: SendingPausesTable
  sendings: SendingsTable
  session_recordings: SessionRecordingsTable
  sessions: SessionsTable
  settings: SettingsTable
  showing_emails: ShowingEmailsTable
  showings: ShowingsTable
  sign_in_failures: SignInFailuresTable
  sign_in_tickets: SignInTicketsTable
  sip_accounts: SipAccountsTable
  sites: SitesTable
  snoozes: SnoozesTable
  source_costs: SourceCostsTable
  stopped_contacts: StoppedContactsTable
  tags: TagsTable
  tasks: TasksTable
  team_members: TeamMembersTable
  teams: TeamsTable
  template_uses: TemplateUsesTable
  templates: TemplatesTable
  text_pictures: TextPicturesTable
  text_threads: TextThreadsTable
  texts: TextsTable
  trust_entries: TrustEntriesTable
  trust_month_steps: TrustMonthStepsTable
  trust_outstanding: TrustOutstandingTable
  user_permissions: UserPermissionsTable
  user_roles: UserRolesTable
  users: UsersTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_events: WebhookEventsTable
  webhook_subscriptions: WebhookSubscriptionsTable
}
