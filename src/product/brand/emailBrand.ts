import type { Config } from '../../platform/server/config.ts'
import type { EmailBrand } from '../../platform/server/mail/compose.ts'
import { lookOf } from './brands.ts'

/** How the e-mails of an installation look. `base` is where its pictures are reached; `null` for none. */
export function emailBrand({ siteName, brand }: Pick<Config, 'siteName' | 'brand'>, base: string | null): EmailBrand {
  const { light, dark } = lookOf(brand)
  return {
    name: siteName,
    accent: light.accent[8] ?? '',
    link: light.accent[10] ?? '',
    dark_link: dark.accent[10] ?? '',
    logo: base === null ? '' : `${base}/marks/${brand}.png`,
  }
}
