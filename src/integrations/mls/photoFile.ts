import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { PrivateAddressError, publicLookup, requirePublicHost } from '../../platform/server/http/publicNetwork.ts'
import { MlsError } from './client.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 15 * 1024 * 1024
const MAX_REDIRECTS = 3
const IMAGE = /^image\/(jpeg|png|webp)\b/i

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
    if (error instanceof PrivateAddressError) throw refused('leads into a private network')
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

function get(address: URL, isService: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  if (!isService && address.protocol !== 'https:') throw refused('is not served safely')
  if (!isService) requirePublicHost(address)
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
