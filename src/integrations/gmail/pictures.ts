import https from 'node:https'
import { publicLookup, requirePublicHost } from '../../platform/server/http/publicNetwork.ts'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1024 * 1024
/** Pictures fetched for one message. */
const MAX_PICTURES = 20
const TYPES = /^image\/(png|jpeg|gif|webp)\b/

const sources = /(<img\b[^>]{0,2000}?\bsrc\s*=\s*)(["'])(https?:\/\/[^"'>\s]{1,2000})\2/gi

/** How many pictures of a message are elsewhere. */
export const countRemotePictures = (html: string): number => [...html.matchAll(sources)].length

/**
 * Puts the pictures of a message that are elsewhere into its HTML. They are fetched from here: who reads, where and with what stays
 * unknown to the sender, though not that somebody did. Only by https, never from a private network; what cannot be had is left out.
 */
export async function inlineRemotePictures(html: string): Promise<string> {
  const wanted = [...new Set([...html.matchAll(sources)].map(([, , , url]) => url ?? ''))].slice(0, MAX_PICTURES)
  const found = new Map(
    await Promise.all(wanted.map(async url => [url, await pictureAt(url).catch(() => null)] as const)),
  )
  return html.replace(sources, (whole, before: string, quote: string, url: string) => {
    const data = found.get(url)
    return data ? `${before}${quote}${data}${quote}` : whole
  })
}

function pictureAt(address: string): Promise<string | null> {
  const url = new URL(address.replaceAll('&amp;', '&'))
  if (url.protocol !== 'https:') return Promise.resolve(null)
  requirePublicHost(url)
  return new Promise((resolve, reject) => {
    const request = https.get(url, {
      lookup: publicLookup,
      timeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    request.on('error', reject)
    request.on('response', response => {
      const type = response.headers['content-type'] ?? ''
      if (response.statusCode !== 200 || !TYPES.test(type)) {
        response.destroy()
        return resolve(null)
      }
      const pieces: Buffer[] = []
      let size = 0
      response.on('error', reject)
      response.on('data', (piece: Buffer) => {
        size += piece.length
        if (size > MAX_BYTES) response.destroy(new Error('The picture is too large.'))
        else pieces.push(piece)
      })
      response.on('end', () => resolve(`data:${type.split(';')[0]};base64,${Buffer.concat(pieces).toString('base64')}`))
    })
  })
}
