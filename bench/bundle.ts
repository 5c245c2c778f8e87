import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Bytes of script, gzipped, that the list of leads may fetch before its first picture. */
export const MAX_FIRST_SCRIPT = 200_000

/** What a browser fetches before the first screen can show. */
export interface Bundle {
  scriptGzip: number
  scriptBrotli: number
  styleGzip: number
  styleBrotli: number
  /** Page, script, style and preloads that the page itself names. */
  requests: number
  /** All script of the product, every screen. */
  allScriptGzip: number
}

/** Measures the built application; `null` when it is not built. */
export async function measureBundle(folder: string): Promise<Bundle | null> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  if (html === null) return null
  const named = [...new Set([...html.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"/g)].map(match => match[1] ?? ''))]
  // What the list of leads itself consists of is named by the server, in the page of its address.
  const arrivals: unknown = JSON.parse(await readFile(join(folder, 'arrivals.json'), 'utf8').catch(() => '{}'))
  named.push(...leadsFiles(arrivals))
  const files = await Promise.all(named.map(async name => ({ name, bytes: await readFile(join(folder, name)) })))
  const size = (kind: string, compress: (bytes: Buffer) => Buffer) =>
    files.filter(({ name }) => name.endsWith(kind)).reduce((sum, { bytes }) => sum + compress(bytes).length, 0)
  const assets = (await readdir(join(folder, 'assets'))).filter(name => name.endsWith('.js'))
  const all = await Promise.all(assets.map(async name => gzipSync(await readFile(join(folder, 'assets', name))).length))
  return {
    scriptGzip: size('.js', gzipSync),
    scriptBrotli: size('.js', brotliCompressSync),
    styleGzip: size('.css', gzipSync),
    styleBrotli: size('.css', brotliCompressSync),
    requests: named.length + 1,
    allScriptGzip: all.reduce((sum, bytes) => sum + bytes, 0),
  }
}

function leadsFiles(arrivals: unknown): string[] {
  const { screens = [] } = arrivals as { screens?: { path: string; files: string[] }[] }
  return screens.find(({ path }) => new RegExp(path).test('/leads'))?.files ?? []
}
