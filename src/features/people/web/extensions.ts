import type { IconPencil } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { adminSections } from '../../settings/web/extensions.ts'
import type { User } from '../contract/people.ts'

/** What a dialog about an account gets. */
export interface UserDialogProps {
  user: User
  onClose(): void
}

/** Something else that administrators do with an account: an entry of its menu that opens a dialog. */
export interface UserAction {
  id: string
  /** Its place among the others. */
  order: number
  icon: typeof IconPencil
  labelOf(user: User): string
  isOffered(user: User): boolean
  Dialog: ComponentType<UserDialogProps>
}

declare module '../../settings/web/extensions.ts' {
  interface AdminSectionParts {
    /** Entries of the menu of an account. */
    userActions?: readonly UserAction[]
  }
}

/** What features further up add to the menu of an account. */
export const userActions = (): readonly UserAction[] =>
  adminSections
    .parts()
    .flatMap(section => section.userActions ?? [])
    .sort((one, other) => one.order - other.order)
