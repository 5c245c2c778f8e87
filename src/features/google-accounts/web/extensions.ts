import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'
import type { GoogleAccount } from '../contract.ts'

/** What a row of the connections gets. */
export interface ConnectionProps {
  account: GoogleAccount
}

/** A row of the page of connections: what is reached there, and how well. */
export interface Connection {
  id: string
  /** Its place among the others. */
  order: number
  Row: ComponentType<ConnectionProps>
}

/** The connections of a person, each given by the feature that it is about. */
export const connections = defineSlot<'connections', Connection>('connections')
