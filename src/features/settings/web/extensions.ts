import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'
import type { AuditSubject } from '../../../platform/wire/audit.ts'
import type { Permission } from '../../../platform/wire/call.ts'

/** What a section of the administration is about. */
export type AdminGroup = 'brokerage' | 'people' | 'leads' | 'running'

/** Which setting: the kind of record and its id, as the audit log names it. */
export interface SettingHistoryProps {
  subject: AuditSubject
  subject_id: string
}

/** What a feature adds to the sections of others, beside its own. The features of those sections add the fields. */
export interface AdminSectionParts {
  /** Who changed a setting, when and why; given by the feature that keeps the log. */
  History?: ComponentType<SettingHistoryProps>
}

/** Whether a section that comes and goes is there now; `null` while that is not known. */
export interface SectionStanding {
  isShown: boolean | null
  /** How far it is, beside its name. */
  count: string | null
}

/** A section of the administration. */
export interface AdminSection extends AdminSectionParts {
  id: string
  group: AdminGroup
  /** Its place among the sections. */
  order: number
  label: string
  /** What one does here, in a sentence. */
  note: string
  /** The right that opens it. */
  permission: Permission
  /** A hook of a section that is there only at times; by its address it opens all the same. */
  useStanding?: (mayOpen: boolean) => SectionStanding
  load: () => Promise<ComponentType>
}

/** The sections of the administration, each given by the feature that it is about. */
export const adminSections = defineSlot<'adminSections', AdminSection>('adminSections')
