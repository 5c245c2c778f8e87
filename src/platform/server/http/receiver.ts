import { randomBytes } from 'node:crypto'
import { PrivateAddressError, requirePublicHost } from './publicNetwork.ts'

/** Why an address that somebody entered cannot receive webhooks, in a sentence. */
export class ReceiverAddressError extends Error {}

/** An address that may be asked, as far as it shows itself. */
interface CheckedReceiver {
  address: URL
  /** The operator named its host: it may be in a private network. */
  isTrusted: boolean
}

/**
 * Reads the address of a receiver of webhooks, relative to `base` for a redirect; throws a `ReceiverAddressError`. A name is
 * looked up when something is sent, by `publicLookup`: what it stands for today says nothing about tomorrow.
 */
export function checkReceiver(url: string, privateHosts: readonly string[], base?: URL): CheckedReceiver {
  const address = URL.parse(url, base)
  if (!address || !['http:', 'https:'].includes(address.protocol))
    throw new ReceiverAddressError('The address must begin with https://.')
  if (address.username || address.password)
    throw new ReceiverAddressError('The address must not hold a user name or a password.')
  const isTrusted = privateHosts.includes(address.host) || privateHosts.includes(address.hostname)
  if (isTrusted) return { address, isTrusted }
  if (address.protocol !== 'https:') throw new ReceiverAddressError('The address must begin with https://.')
  try {
    requirePublicHost(address)
  } catch (error) {
    throw error instanceof PrivateAddressError ? new ReceiverAddressError(error.message) : error
  }
  return { address, isTrusted }
}

/** Why an address cannot receive webhooks, for forms; `null` when it can. */
export function problemOfReceiver(url: string, privateHosts: readonly string[]): string | null {
  try {
    checkReceiver(url, privateHosts)
    return null
  } catch (error) {
    if (error instanceof ReceiverAddressError) return error.message
    throw error
  }
}

/** A new secret to sign webhooks with, of 32 random bytes, as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
