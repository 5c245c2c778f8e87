import type { Page } from '@playwright/test'
import type { Account } from './support.ts'

/** A screen in one of its states, as pictures are taken of it and axe looks at it. */
export interface Screen {
  /** Also names its pictures. */
  name: string
  path: string
  as: Account | null
  /** What brings about the state. */
  action?: (page: Page) => Promise<unknown>
  /** What ends the state again, where others would see it too. */
  after?: (page: Page) => Promise<unknown>
  /** The state exists only on a phone, or only on a desk. */
  only?: 'phone' | 'wide'
  /** On a phone it is another screen, not only a narrower one. */
  differsOnPhone?: boolean
  /** Shown in every brand. */
  inEveryBrand?: boolean
}
