// Made from the migrated database: run `vitest run scripts/tables -u` after adding a migration. Do not edit.
import type { Defaulted, Derived, Instant } from '../src/platform/server/database/columns.ts'

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

interface AreasTable {
  id: Derived<number>
  type: 'locality' | 'sublocality' | 'neighbourhood'
  name: string
  parent_id: number | null
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
}

interface BogusLeadsTable {
  lead_id: number
  flagged_by: number
  flagged_at: Defaulted<Instant>
  was_email_valid: boolean
  was_phone_valid: boolean
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
}

interface InstallationSignsTable {
  kind: 'name' | 'database' | 'folder' | 'machine'
  value: string
  first_seen_at: Defaulted<Instant>
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
  last_name_start: Derived<string | null>
  occupation: Defaulted<string>
  merged_into: number | null
  withdrawn_channels: Defaulted<string[]>
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

interface RecalledLinksTable {
  lead_id: number
  recalled_at: Instant
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

interface SitesTable {
  id: Derived<number>
  name: string
  domain: string
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

export interface Tables {
  agents: AgentsTable
  alert_matches: AlertMatchesTable
  alert_searches: AlertSearchesTable
  alert_sends: AlertSendsTable
  alerts: AlertsTable
  areas: AreasTable
  audit_entries: AuditEntriesTable
  bogus_leads: BogusLeadsTable
  buildings: BuildingsTable
  bulk_chunks: BulkChunksTable
  bulk_runs: BulkRunsTable
  duplicate_pairs: DuplicatePairsTable
  duplicate_sweeps: DuplicateSweepsTable
  exports: ExportsTable
  feature_flags: FeatureFlagsTable
  held_jobs: HeldJobsTable
  idempotency_keys: IdempotencyKeysTable
  identity_credentials: IdentityCredentialsTable
  import_rows: ImportRowsTable
  imports: ImportsTable
  installation_signs: InstallationSignsTable
  invitations: InvitationsTable
  lead_aliases: LeadAliasesTable
  lead_areas: LeadAreasTable
  lead_consents: LeadConsentsTable
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
  migrations: MigrationsTable
  milestones: MilestonesTable
  note_mentions: NoteMentionsTable
  notes: NotesTable
  outbox_attachments: OutboxAttachmentsTable
  outbox_messages: OutboxMessagesTable
  recalled_links: RecalledLinksTable
  request_counts: RequestCountsTable
  role_permissions: RolePermissionsTable
  roles: RolesTable
  saved_view_orders: SavedViewOrdersTable
  saved_views: SavedViewsTable
  sending_pauses: SendingPausesTable
  sessions: SessionsTable
  settings: SettingsTable
  showing_emails: ShowingEmailsTable
  showings: ShowingsTable
  sign_in_failures: SignInFailuresTable
  sign_in_tickets: SignInTicketsTable
  sites: SitesTable
  tags: TagsTable
  tasks: TasksTable
  team_members: TeamMembersTable
  teams: TeamsTable
  user_permissions: UserPermissionsTable
  user_roles: UserRolesTable
  users: UsersTable
}
