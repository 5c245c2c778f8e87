import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'

export interface PhoneAccount {
  /** The WebSocket of the telephone system. */
  url: string
  domain: string
  /** What it is called under. */
  number: string
  password: string
}

/** What the page of a telephone does. */
export interface Phone {
  register(): Promise<void>
  state(): 'idle' | 'calling' | 'ringing' | 'talking'
  /** Whether the other side has put it on hold. */
  isHeld(): boolean
  answer(): void
  refuse(status_code: number): void
  call(to: string): void
  hangUp(): void
  /** Bytes of sound that it has heard. */
  soundBytes(): Promise<number>
}

interface PhoneWindow {
  makePhone(account: PhoneAccount): Phone
  phone: Phone
}

let script: Promise<string> | null = null

/** The page's script with the library in it, as the product's own build makes it. */
async function bundle(): Promise<string> {
  const entry = join(import.meta.dirname, 'page.ts')
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'phonePage' } },
  })
  const [first] = Array.isArray(made) ? made : [made]
  if (!first || !('output' in first)) throw new Error('The page of the telephone was not built.')
  return first.output[0].code
}

/**
 * A telephone of somebody outside, in a page of its own, which is registered at the telephone system. Browsers let no page of elsewhere
 * reach this machine, so its address is any of the product's that has no page.
 */
export async function openPhone(context: BrowserContext, account: PhoneAccount): Promise<OpenPhone> {
  script ??= bundle()
  const page = await context.newPage()
  await page.goto('/healthz')
  await page.evaluate(await script)
  await page.evaluate(async given => {
    const own = globalThis as unknown as PhoneWindow
    own.phone = own.makePhone(given)
    await own.phone.register()
  }, account)
  return new OpenPhone(page)
}

/** Presses the buttons of a telephone, and looks at it. */
export class OpenPhone {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  state = () => this.#page.evaluate(() => (globalThis as unknown as PhoneWindow).phone.state())
  isHeld = () => this.#page.evaluate(() => (globalThis as unknown as PhoneWindow).phone.isHeld())
  answer = () => this.#page.evaluate(() => (globalThis as unknown as PhoneWindow).phone.answer())
  refuse = (status: number) =>
    this.#page.evaluate(code => (globalThis as unknown as PhoneWindow).phone.refuse(code), status)
  call = (to: string) => this.#page.evaluate(number => (globalThis as unknown as PhoneWindow).phone.call(number), to)
  hangUp = () => this.#page.evaluate(() => (globalThis as unknown as PhoneWindow).phone.hangUp())
  soundBytes = () => this.#page.evaluate(() => (globalThis as unknown as PhoneWindow).phone.soundBytes())
  close = () => this.#page.close()
}
