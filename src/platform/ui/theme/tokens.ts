import tokens from './tokens.json' with { type: 'json' }

/** The three looks a brokerage may choose. */
export const brands = ['property', 'condos', 'mrloft'] as const
export type Brand = (typeof brands)[number]
export type Scheme = 'light' | 'dark'

/** Hues that carry meaning; the same in every brand. */
export type Hue = keyof typeof tokens.semantic.light
export const hues = Object.keys(tokens.semantic.light) as Hue[]

/** A hue, or grey for states that say "nothing is happening". */
export type DialHue = Hue | 'ink4'

export const motion = tokens.motion
export const leadStatusDials = tokens.leadStatus as { value: number; label: string; hue: DialHue; turn: number }[]

const kebab = (name: string) => name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()

/** CSS variables of one brand in one scheme: roles, steps 1 to 12 of both scales, hues and shadows. */
export function schemeVariables(brand: Brand, scheme: Scheme): Record<string, string> {
  const { role, neutral, accent } = tokens.brands[brand][scheme]
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(role)) variables[`--kt-${kebab(name)}`] = value
  neutral.forEach((value, index) => {
    variables[`--kt-neutral-${index + 1}`] = value
  })
  accent.forEach((value, index) => {
    variables[`--kt-accent-${index + 1}`] = value
  })
  for (const hue of hues) {
    for (const [part, value] of Object.entries(tokens.semantic[scheme][hue])) variables[`--kt-${hue}-${part}`] = value
  }
  for (const [level, value] of Object.entries(tokens.shadow[scheme])) {
    variables[`--kt-shadow-${level}`] = value.replaceAll('{neutral6}', neutral[5] ?? 'transparent')
  }
  return variables
}

/** Sizes that style sheets measure with, in pixels. */
export function sizeVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tokens.size).map(([name, value]) => [`--kt-size-${kebab(name)}`, `${value}px`]),
  )
}

/** Corner radii of a brand. */
export const radii = (brand: Brand) => tokens.brands[brand].radius

/** The accent and neutral scales of a brand, steps 1 to 12. */
export const scales = (brand: Brand, scheme: Scheme) => tokens.brands[brand][scheme]

export const fontFamily = tokens.font.family
