import { config } from '../../platform/web/config.ts'
import { startErrorReports } from '../../platform/web/errorReports.ts'
import { loadHelpDesk } from '../../platform/web/helpDesk.ts'
import { pageNonce } from '../../platform/web/nonce.ts'
import { notify } from '../../platform/web/page/notices.ts'
import { NEW_VERSION, newerVersion, versionWaiting } from '../../platform/web/version.ts'

/** Lets the libraries that add style elements themselves (scroll locks) use the nonce; they look for this name. */
export function shareNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: pageNonce() })
}

/** Says that a newer version is out; the page reloads when that is closed, or at the next navigation. */
export function watchVersion(onNavigated: (listener: () => void) => void): void {
  newerVersion.listen(
    () => void notify(NEW_VERSION, { tone: 'info', stay: null, onClose: () => window.location.reload() }),
  )
  onNavigated(() => {
    if (versionWaiting() !== null) window.location.reload()
  })
}

/** Whatever can wait until the first screen is painted: error reports, the help desk, the service worker. */
export function startLater(): void {
  const start = () => {
    startErrorReports(config)
    loadHelpDesk(config.help_desk_url, pageNonce())
    if (import.meta.env.PROD && 'serviceWorker' in navigator)
      navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
  if (document.readyState === 'complete') setTimeout(start, 1000)
  else addEventListener('load', () => setTimeout(start, 1000), { once: true })
}
