import { type ComponentType, useSyncExternalStore } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'
import type { Template, TemplatePlatform } from '../contract.ts'

/** What a tab of the messages screen gets. */
export interface MessagesTabProps {
  /** What follows the tab in the address, such as the lead whose texts are open; `null` for the tab itself. */
  record: string | null
}

/** A tab of the messages screen, beside the templates: `/messages/{id}`, and `/messages/{id}/{record}` for what lies in it. */
export interface MessagesTab {
  /** Its segment of the address. Not a number: those are templates. */
  id: string
  /** Its place among the tabs; the templates come first. */
  order: number
  label: string
  /** How much there is, shown beside the label; `null` while it is not known. */
  useCount?: () => number | null
  load: () => Promise<ComponentType<MessagesTabProps>>
}

/** The tabs of the messages screen, each given by the feature that it is about. They put their buttons into `MessagesActions`. */
export const messagesTabs = defineSlot<'messagesTabs', MessagesTab>('messagesTabs')

/** What writes to a lead with a template: the button "Use" of the template's page. */
export interface TemplateComposer {
  id: string
  /** Its place among the others. */
  order: number
  /** The templates that it takes. */
  platform: TemplatePlatform
  /** Opens it, and asks for whom. */
  open(template: Template): void
}

/** The composers that take templates, each given by the feature that sends. */
export const templateComposers = defineSlot<'templateComposers', TemplateComposer>('templateComposers')

let badge = 0
const watchers = new Set<() => void>()

/** Says how much on the messages screen is unread. */
export function setMessagesBadge(count: number): void {
  badge = count
  for (const watcher of watchers) watcher()
}

/** How much on the messages screen is unread. */
export const useMessagesBadge = (): number =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => badge,
  )
