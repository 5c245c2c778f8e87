import tokens from './tokens.json' with { type: 'json' }

export type Scheme = 'light' | 'dark'

/** The colours of a look in one scheme: those with a role, and the neutral and accent scales, steps 1 to 12. */
interface Palette {
  role: Readonly<Record<string, string>>
  neutral: readonly string[]
  accent: readonly string[]
}

/** What differs between the looks of a product; all else is the same in each. */
export interface Look extends Readonly<Record<Scheme, Palette>> {
  /** Corner radii in pixels. */
  radius: Readonly<Record<'xs' | 'sm' | 'md' | 'lg', number>>
}

/** Hues that carry meaning; the same in every look. */
export type Hue = keyof typeof tokens.semantic.light
export const hues = Object.keys(tokens.semantic.light) as Hue[]

export const motion = tokens.motion

/** What is the same in each look and scheme: paper is white, and what is said of an act stands on the inverse ground. */
export const fixed: Readonly<Record<keyof typeof tokens.fixed, string>> = tokens.fixed

const kebab = (name: string) => name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()

/** CSS variables of a look in one scheme: roles, steps 1 to 12 of both scales, hues and shadows. */
export function schemeVariables(look: Look, scheme: Scheme): Record<string, string> {
  const { role, neutral, accent } = look[scheme]
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(role)) variables[`--kt-${kebab(name)}`] = value
  neutral.forEach((value, index) => {
    variables[`--kt-neutral-${index + 1}`] = value
  })
  accent.forEach((value, index) => {
    variables[`--kt-accent-${index + 1}`] = value
  })
  for (const [name, value] of Object.entries(fixed)) variables[`--kt-${kebab(name)}`] = value
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

export const fontFamily = tokens.font.family
