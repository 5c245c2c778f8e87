import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, InstantInput, line } from '../../platform/wire/fields.ts'
import { featureNames, featureReaches } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    system: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    feature: true
    maintenance: true
    notice: true
  }
}

export const FeatureName = z.enum(featureNames)

/** A maintenance window, planned or live. */
export const Maintenance = z.object({
  starts_at: Instant,
  minutes: z.int(),
  live: z.boolean(),
  ends_at: Instant,
})
export type Maintenance = z.output<typeof Maintenance>

/** What everybody may know of the state of the system. Live topic: `system`. */
export const SystemStatus = z.object({
  version: z.string(),
  maintenance: Maintenance.nullable(),
  /** A sentence that administrators show to everybody; `null` for none. */
  notice: z.string().nullable(),
  /** Whether `/docs` and `/openapi.json` are there. */
  has_api_docs: z.boolean(),
})
export type SystemStatus = z.output<typeof SystemStatus>

/** Why somebody changed a setting; stays in its history. */
const Reason = line(300).optional()

/** For whom a switch is. */
const SwitchScope = z.enum(['all', 'role', 'team', 'user'])

/** One switch of a feature: for everybody, a role, a team or a user. The narrowest that says anything wins. */
export const FeatureSwitch = z.object({
  feature: FeatureName,
  scope: SwitchScope,
  role: z.string().nullable(),
  team_id: Id.nullable(),
  user_id: Id.nullable(),
  enabled: z.boolean(),
})
export type FeatureSwitch = z.output<typeof FeatureSwitch>

/** A feature with its switches. */
export const Feature = z.object({
  name: FeatureName,
  /** The check turns the page into one for agents only. */
  agent_only: z.boolean(),
  /** The check puts the page under this permission. */
  permission: z.string().nullable(),
  switches: z.array(FeatureSwitch),
  /** Who turned a switch or set an option last; `null` while everything is as it was delivered. */
  changed: z.object({ at: Instant, by: z.string().nullable() }).nullable(),
})
export type Feature = z.output<typeof Feature>

export const settingsCalls = {
  systemStatus: read('system/status', { right: 'public', output: SystemStatus }),
  setMaintenance: write('admin/maintenance', {
    right: 'manage_maintenance',
    input: z.object({
      /** When it begins; now, when left out. `end` ends or cancels the one there is. */
      starts_at: InstantInput.nullable().optional(),
      minutes: z.int().min(1).max(10_080).optional(),
      end: z.boolean().optional(),
      reason: Reason,
    }),
    output: SystemStatus,
    summary: 'Plans, begins or ends a maintenance.',
  }),
  setNotice: write('admin/notice', {
    right: 'manage_maintenance',
    input: z.object({ notice: line(300).nullable(), reason: Reason }),
    output: SystemStatus,
    summary: 'Shows a sentence to everyone; an empty one removes it.',
  }),
  features: read('admin/features', { right: 'manage_users', output: z.array(Feature) }),
  setFeature: write('admin/features', {
    right: 'manage_users',
    input: z.object({
      feature: FeatureName,
      scope: SwitchScope,
      role: line(40).nullable().optional(),
      team_id: Id.nullable().optional(),
      user_id: Id.nullable().optional(),
      /** `null` takes the switch away, so that the wider one decides. */
      enabled: z.boolean().nullable(),
      reason: Reason,
    }),
    output: z.array(Feature),
  }),
  setFeatureReach: write('admin/features/:name/reach', {
    right: 'manage_users',
    input: z.object({ on_for: z.enum(featureReaches), reason: Reason }),
    output: z.array(Feature),
    summary: 'Turns a feature on for everyone, for agents or for nobody; switches of teams and single people stay.',
  }),
  setFeatureOptions: write('admin/features/:name', {
    right: 'manage_permissions',
    input: z.object({
      agent_only: z.boolean().optional(),
      permission: line(60).nullable().optional(),
      reason: Reason,
    }),
    output: z.array(Feature),
  }),
}
