import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, InstantInput, line } from '../../platform/wire/fields.ts'
import { featureNames } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    system: true
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
})
export type SystemStatus = z.output<typeof SystemStatus>

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
    }),
    output: SystemStatus,
    summary: 'Plans, begins or ends a maintenance.',
  }),
  setNotice: write('admin/notice', {
    right: 'manage_maintenance',
    input: z.object({ notice: line(300).nullable() }),
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
    }),
    output: z.array(Feature),
  }),
  setFeatureOptions: write('admin/features/:name', {
    right: 'manage_permissions',
    input: z.object({ agent_only: z.boolean().optional(), permission: line(60).nullable().optional() }),
    output: z.array(Feature),
  }),
}
