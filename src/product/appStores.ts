import type { Site } from './site.ts'

/** Where the app is; the store's own search when the installation names no address. */
export function storeAddress(
  store: 'ios' | 'android',
  { ios_url, android_url, site_name }: Pick<Site, 'ios_url' | 'android_url' | 'site_name'>,
): string {
  const name = encodeURIComponent(site_name)
  if (store === 'ios') return ios_url || `https://apps.apple.com/search?term=${name}`
  return android_url || `https://play.google.com/store/search?c=apps&q=${name}`
}
