import type { Look } from '../../platform/ui/theme/tokens.ts'
import looks from './brands.json' with { type: 'json' }

/** The three brands that a brokerage may choose from. */
export const brands = ['property', 'condos', 'mrloft'] as const
export type Brand = (typeof brands)[number]

/** The look of a brand. */
export const lookOf = (brand: Brand): Look => looks[brand]
