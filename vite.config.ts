import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { leanContracts } from './scripts/build/leanContracts.ts'
import { APP_VERSION } from './src/platform/wire/envelope.ts'

/** The launcher builds into a folder of its own, and puts that in the place of the last one when it is whole. */
const OUT = process.env.KEYTURN_BUILD_DIR ?? 'dist/web'
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Writes a Brotli and a gzip copy beside every text file, so that the server never compresses the same bytes twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(OUT, { recursive: true, withFileTypes: true })
        const files = entries.filter(entry => entry.isFile() && COMPRESSED.test(entry.name))
        // index.html is filled in by the server for each answer.
        for (const file of files.filter(entry => entry.name !== 'index.html'))
          await compress(join(file.parentPath, file.name))
      },
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const brotli = promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const [br, gz] = await Promise.all([brotli, promisify(gzip)(bytes, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** Text never moves because its font arrived: a font that is not there in time waits for the next page. */
function steadyFonts(): Plugin {
  return {
    name: 'steady-fonts',
    enforce: 'pre',
    transform: {
      filter: { id: /@fontsource-variable\/.*\.css$/ },
      handler: code => code.replaceAll('font-display: swap', 'font-display: optional'),
    },
  }
}

/** The screens that people arrive at: the server names their files in the page, so that they are fetched at once. */
const arrivals = [
  { path: '^/login/?$', modules: /src\/features\/people\/web\/sign-in\/SignInPage\.tsx$/ },
  { path: '^/leads(_v2)?/?$', modules: /src\/screens\/leads\/LeadsScreen\.tsx$/ },
  { path: '^/leads/', modules: /src\/(screens\/lead\/LeadPage\.tsx|.*\/(leadPanels|leadHeaderActions)\.ts)$/ },
]

/** Writes `arrivals.json`: for each screen what its script and style consist of, beside the page's own font. */
function arrivalFiles(): Plugin {
  return {
    name: 'arrival-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const entry = chunks.find(chunk => chunk.isEntry)
      const filesOf = (names: readonly string[], seen = new Set<string>()): Set<string> => {
        for (const chunk of chunks.filter(({ fileName }) => names.includes(fileName) && !seen.has(fileName))) {
          seen.add(chunk.fileName)
          for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css)
          filesOf(chunk.imports, seen)
        }
        return seen
      }
      const known = filesOf(entry ? [entry.fileName] : [])
      const font = Object.keys(bundle).find(name => /inter-latin-opsz-normal.*\.woff2$/.test(name))
      const screens = arrivals.map(({ path, modules }) => {
        const named = chunks.filter(({ facadeModuleId, moduleIds }) =>
          facadeModuleId ? modules.test(facadeModuleId) : moduleIds.some(id => modules.test(id)),
        )
        return { path, files: [...filesOf(named.map(({ fileName }) => fileName))].filter(name => !known.has(name)) }
      })
      this.emitFile({ type: 'asset', fileName: 'arrivals.json', source: JSON.stringify({ font, screens }) })
    },
  }
}

/**
 * What every screen needs travels as two files (what others wrote, what we wrote), the list of leads as a third with all
 * that it stands on, and what opens over a screen as a fourth that no first screen waits for.
 */
const chunkGroups = [
  {
    name: 'core',
    priority: 40,
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|query-core|react-query)|@mantine\/core\/esm\/core)\//,
  },
  // Whoever checks what somebody typed, or what a browser kept, fetches the schemas and their library as one.
  { name: 'schemas', priority: 16, test: /\?schemas$|node_modules\/zod\// },
  { name: 'admin', priority: 5, test: /\/adminSections\.ts$/ },
  {
    name: 'start',
    priority: 30,
    test: /src\/(app\/web\.tsx|platform\/ui\/marks\/(Ring|Dial)\.tsx|platform\/web\/calls\/queryOf\.ts)$/,
  },
  {
    name: 'leads',
    priority: 20,
    test: /src\/(screens\/leads\/LeadsScreen\.tsx|features\/leads\/web\/client\/prefetch\.ts|.*\/leadsExtensions\.ts)$/,
  },
  // One file instead of many small ones: the first script names every file that is fetched later.
  {
    name: 'plumbing',
    priority: 5,
    minShareCount: 2,
    test: /src\/platform\/(web\/(calls|page)\/|web\/forms\/(drafts|localInstant)\.|ui\/marks\/(DraftMark|WaitingMark)\.)/,
  },
  { name: 'callForms', priority: 6, test: /src\/platform\/web\/forms\/(useCallForm|useDraftForm)\.ts$/ },
  {
    name: 'inputs',
    priority: 15,
    test: /node_modules\/@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|PasswordInput)\//,
  },
  {
    name: 'popups',
    priority: 10,
    test: /node_modules\/(@floating-ui\/|@mantine\/core\/esm\/components\/(Popover|Menu|Portal|FocusTrap|ScrollArea|Floating|Overlay|Modal|ModalBase|CloseButton|Paper)\/|react-remove-scroll|use-sidecar|use-callback-ref|react-style-singleton|get-nonce)/,
  },
  {
    name: 'forms',
    priority: 9,
    test: /node_modules\/@mantine\/core\/esm\/components\/(Combobox|Select|MultiSelect|NumberInput|Pill|PillsInput|Switch|Checkbox|Textarea|SegmentedControl)\//,
  },
  // The page of somebody who is not signed in: left to itself it came in 11 files, with a third more in them.
  { name: 'sign-in', priority: 12, test: /\/SignInPage\.tsx$/ },
  // Each is a few hundred bytes: what several screens use travels together.
  { name: 'icons', priority: 8, minShareCount: 2, test: /node_modules\/@tabler\/icons-react\// },
]

/**
 * The first script names the files of everything that it may fetch: each letter of a hash counts a hundred times. Seven tell
 * apart what any two builds make of a file.
 */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The first script names the files of everything that it may fetch. What features give to a screen comes together with the
 * screen, which names nearly all of them already: there only styles are named, which nothing else fetches.
 */
const neededNames = (file: string, needs: string[]): string[] =>
  /\/(leadPanels|leadHeaderActions|paletteGroups|adminSections)-[^/]+$/.test(file)
    ? needs.filter(name => name.endsWith('.css'))
    : needs

/**
 * What the service worker keeps of an answer: under whose token it was asked for, so that nobody else, nor the same person
 * acting as somebody else, is ever shown it; and since when it is known. These functions travel as text: they use nothing
 * from around them.
 */
const keptAnswers = {
  cacheKeyWillBeUsed: async ({ request }: { request: Request }) => {
    const token = new TextEncoder().encode(request.headers.get('authorization') ?? '')
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', token))
    const url = new URL(request.url)
    url.searchParams.set('kept-for', [...digest.slice(0, 12)].map(byte => byte.toString(16).padStart(2, '0')).join(''))
    return url.href
  },
  cacheWillUpdate: async ({ response }: { response: Response }) => {
    if (response.status !== 200) return null
    const headers = new Headers(response.headers)
    headers.set('x-kept-at', String(Date.now()))
    return new Response(response.body, { status: 200, headers })
  },
}

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const served = [
  '/crm',
  '/v1',
  '/oauth',
  '/auth',
  '/hooks',
  '/photos',
  '/pictures',
  '/docs',
  '/openapi.json',
  '/manifest.webmanifest',
]

/** Node itself reads the features: it leaves alone what they fetch later, which a bundle of this file would not. */
const { keepsAnswer } = (await import(
  new URL('./scripts/build/offline.ts', import.meta.url).href
)) as typeof import('./scripts/build/offline.ts')

export default defineConfig({
  plugins: [
    leanContracts(),
    steadyFonts(),
    arrivalFiles(),
    react(),
    VitePWA({
      injectRegister: null,
      registerType: 'autoUpdate',
      manifest: {
        name: 'Keyturn',
        short_name: 'Keyturn',
        description: 'Leads, tasks and deals of a real-estate brokerage in one place.',
        start_url: '/',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: '#f1f2f4',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
        share_target: {
          action: '/imports/share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            files: [
              {
                name: 'contacts',
                accept: ['text/vcard', 'text/x-vcard', '.vcf', 'text/csv', '.csv', XLSX, '.xlsx'],
              },
            ],
          },
        },
      },
      workbox: {
        // The page itself is never precached: the server fills in its nonce and configuration.
        globPatterns: ['assets/**/*.{js,css}', 'assets/inter-latin-opsz*.woff2'],
        globIgnores: ['**/*sentry*', '**/LiveMap*', '**/maplibre*'],
        navigateFallback: null,
        importScripts: ['/share-target.js', '/first-page.js', '/push.js'],
        cleanupOutdatedCaches: true,
        runtimeCaching: [
          {
            urlPattern: keepsAnswer,
            handler: 'NetworkFirst',
            options: {
              // Another version may answer in another shape.
              cacheName: `data-${APP_VERSION}`,
              networkTimeoutSeconds: 8,
              expiration: { maxEntries: 400, maxAgeSeconds: 7 * 24 * 60 * 60, purgeOnQuotaError: true },
              cacheableResponse: { statuses: [200] },
              plugins: [keptAnswers],
            },
          },
          {
            urlPattern: ({ request, url, sameOrigin }) =>
              sameOrigin && request.mode === 'navigate' && !/^\/(crm|v1|oauth|auth|docs|openapi)/.test(url.pathname),
            handler: 'NetworkFirst',
            options: {
              cacheName: 'page',
              networkTimeoutSeconds: 5,
              plugins: [{ cacheKeyWillBeUsed: async () => '/' }],
            },
          },
        ],
      },
    }),
    precompress(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: neededNames },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups }, ...fileNames } },
  },
  server: { proxy: Object.fromEntries(served.map(path => [path, server])), strictPort: true },
})
