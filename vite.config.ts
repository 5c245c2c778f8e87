import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const OUT = 'dist/web'
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

/** What every screen needs travels as one file, and what opens over a screen as another; each is fetched once. */
const chunkGroups = [
  {
    name: 'core',
    test: /node_modules\/(react|react-dom|scheduler|zod|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|query-core|react-query))\//,
  },
  {
    name: 'popups',
    test: /node_modules\/(@floating-ui\/|@mantine\/core\/esm\/components\/(Popover|Menu|Portal|FocusTrap|ScrollArea|Floating|Overlay|Modal|ModalBase|CloseButton|Paper)\/|react-remove-scroll|use-sidecar|use-callback-ref|react-style-singleton|get-nonce)/,
  },
]

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const served = ['/crm', '/v1', '/oauth', '/auth', '/hooks', '/docs', '/openapi.json', '/manifest.webmanifest']

export default defineConfig({
  plugins: [
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
            files: [{ name: 'contacts', accept: ['text/vcard', 'text/x-vcard', '.vcf', 'text/csv', '.csv'] }],
          },
        },
      },
      workbox: {
        // The page itself is never precached: the server fills in its nonce and configuration.
        globPatterns: ['assets/**/*.{js,css}', 'assets/inter-latin-opsz*.woff2'],
        globIgnores: ['**/*sentry*'],
        navigateFallback: null,
        importScripts: ['/share-target.js'],
        cleanupOutdatedCaches: true,
        runtimeCaching: [
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
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: Object.fromEntries(served.map(path => [path, server])), strictPort: true },
})
