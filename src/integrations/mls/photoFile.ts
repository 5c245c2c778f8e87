import { lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { MlsError } from './client.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 15 * 1024 * 1024
const MAX_REDIRECTS = 3
const IMAGE = /^image\/(jpeg|png|webp)\b/i

/**
 * Networks that are not the open internet: what a listing service says must not lead there. The special-purpose registries
 * of IANA (RFC 6890 and later), with the ranges that carry an IPv4 address inside an IPv6 one: behind a translator or a
 * tunnel they reach whatever that address is.
 */
const inside = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, prefix, 'ipv4')

/** The only addresses of IPv6 that are given out to the internet; what is in none of the networks above is not. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [net, prefix] of [
  // Teredo, benchmarking, ORCHID and other protocol assignments.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(net, prefix, 'ipv6')

/** An IPv4 address written as IPv6 (`::ffff:10.0.0.1`) is checked as the IPv4 address that it is. */
const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Whether an address belongs to the open internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  if (family === 4) return !inside.check(address, 'ipv4')
  const isOpen = globalUnicast.check(address, 'ipv6') || mapped.check(address, 'ipv6')
  return isOpen && !inside.check(address, 'ipv6')
}

interface PhotoRequest {
  /** The listing service: what it serves itself may be anywhere. */
  service: string
  /** As the service named it: an address, or a path of its own. */
  url: string
  timeoutMs?: number
  maxBytes?: number
}

/** Fetches the file of a photo: an image of a bearable size, from the listing service or the open internet only. */
export async function photoFile(request: PhotoRequest): Promise<Buffer> {
  const { service, url, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = request
  const { origin } = new URL(service)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    let address = addressOf(url, origin)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await get(address, address.origin === origin, signal)
      const { statusCode = 0, headers } = answer
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy()
        address = addressOf(headers.location, address.href)
        continue
      }
      return await bodyOf(answer, maxBytes)
    }
    throw refused('leads from one address to the next')
  } catch (error) {
    if (error instanceof MlsError) throw error
    const isLate = signal.aborted
    throw new MlsError(isLate ? 'The photo did not come in time.' : 'The photo cannot be fetched.', {
      isPermanent: false,
    })
  }
}

const refused = (why: string) => new MlsError(`The photo ${why}.`, { isPermanent: true })

function addressOf(url: string, base: string): URL {
  const address = URL.parse(url, base)
  if (!address) throw refused('has no address')
  return address
}

/** The name is looked up and checked for each connection: what it stood for a moment ago does not count. */
const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const open = (found ?? []).filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (error || !first) return done(error ?? refused('leads into a private network'), '', 0)
    if (options.all) return done(null, open)
    return done(null, first.address, first.family)
  })

function get(address: URL, isService: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (!isService && address.protocol !== 'https:') throw refused('is not served safely')
  if (!isService && isIP(host) !== 0 && !isPublicAddress(host)) throw refused('leads into a private network')
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const protocol = address.protocol === 'https:' ? https : http
  protocol
    .get(address, { signal, headers: { accept: 'image/*' }, ...(isService ? {} : { lookup: publicLookup }) }, resolve)
    .on('error', reject)
  return promise
}

async function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { statusCode = 0, headers } = answer
  const problem =
    statusCode !== 200
      ? new MlsError(`The photo was answered with ${statusCode}.`, { isPermanent: statusCode < 500 })
      : !IMAGE.test(headers['content-type'] ?? '')
        ? refused('is no picture')
        : Number(headers['content-length'] ?? 0) > maxBytes
          ? refused('is too large')
          : null
  if (problem) {
    answer.destroy()
    throw problem
  }
  let size = 0
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) answer.destroy(refused('is too large'))
  })
  return buffer(answer)
}
