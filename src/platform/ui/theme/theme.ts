import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import { controls } from './controls.ts'
import { fontFamily, type Hue, hues, type Look, type Scheme, schemeVariables, sizeVariables } from './tokens.ts'

/** Names under which Mantine knows our hues. */
const mantineName: Record<Hue, string> = {
  blue: 'blue',
  indigo: 'indigo',
  cyan: 'cyan',
  green: 'green',
  amber: 'yellow',
  orange: 'orange',
  pink: 'pink',
  violet: 'violet',
  red: 'red',
  moss: 'lime',
}

/** Mantine has ten steps where the tokens have twelve; 7 is the solid (step 9), 8 its hover, 9 the text. */
const tenOf = (steps: readonly string[]): MantineColorsTuple => {
  const picked = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11].map(step => steps[step - 1] ?? '')
  return picked as unknown as MantineColorsTuple
}

/** The theme of a look. Colours that differ between light and dark come from `variablesOf`. */
export function themeOf(look: Look): MantineThemeOverride {
  const { radius } = look
  const { accent, neutral } = look.light
  return createTheme({
    primaryColor: 'accent',
    primaryShade: 7,
    colors: { accent: tenOf(accent), gray: tenOf(neutral) },
    white: '#ffffff',
    black: neutral[11] ?? '#000000',
    fontFamily,
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    headings: {
      fontFamily,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '26px' },
        h2: { fontSize: '16px', lineHeight: '24px' },
        h3: { fontSize: '13px', lineHeight: '18px' },
      },
    },
    fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '16px', sm: '18px', md: '18px', lg: '24px', xl: '26px' },
    spacing: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    radius: {
      xs: `${radius.xs}px`,
      sm: `${radius.sm}px`,
      md: `${radius.md}px`,
      lg: `${radius.lg}px`,
      xl: `${radius.lg}px`,
    },
    defaultRadius: 'sm',
    shadows: {
      xs: 'var(--kt-shadow-1)',
      sm: 'var(--kt-shadow-2)',
      md: 'var(--kt-shadow-3)',
      lg: 'var(--kt-shadow-3)',
      xl: 'var(--kt-shadow-4)',
    },
    focusRing: 'auto',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: controls,
  })
}

/** Every CSS variable of a look: ours (`--kt-…`), and Mantine's own set to the tokens in each scheme. */
export function variablesOf(look: Look): CSSVariablesResolver {
  const resolved = {
    variables: sizeVariables(),
    light: { ...schemeVariables(look, 'light'), ...mantineVariables(look, 'light') },
    dark: { ...schemeVariables(look, 'dark'), ...mantineVariables(look, 'dark') },
  }
  return () => resolved
}

function mantineVariables(look: Look, scheme: Scheme): Record<string, string> {
  const variables: Record<string, string> = {
    '--mantine-color-text': 'var(--kt-ink)',
    '--mantine-color-body': 'var(--kt-surface)',
    '--mantine-color-bright': 'var(--kt-ink)',
    '--mantine-color-dimmed': 'var(--kt-ink-3)',
    '--mantine-color-placeholder': 'var(--kt-ink-3)',
    '--mantine-color-anchor': 'var(--kt-accent-text)',
    '--mantine-color-default': scheme === 'light' ? 'var(--kt-surface)' : 'var(--kt-raised)',
    '--mantine-color-default-hover': 'var(--kt-hover)',
    '--mantine-color-default-color': 'var(--kt-ink)',
    '--mantine-color-default-border': 'var(--kt-line-strong)',
    '--mantine-color-disabled': 'var(--kt-neutral-3)',
    '--mantine-color-disabled-color': 'var(--kt-ink-4)',
    '--mantine-color-disabled-border': 'var(--kt-line)',
    '--mantine-color-error': 'var(--kt-red-text)',
    '--mantine-color-success': 'var(--kt-green-text)',
    '--mantine-primary-color-contrast': 'var(--kt-on-accent)',
  }
  const { accent, neutral } = look[scheme]
  tenOf(accent).forEach((value, index) => {
    variables[`--mantine-color-accent-${index}`] = value
  })
  tenOf(neutral).forEach((value, index) => {
    variables[`--mantine-color-gray-${index}`] = value
  })
  // Mantine counts its dark scale from text (0) down to the page (7).
  ;[12, 11, 10, 8, 6, 5, 4, 2, 1, 1].forEach((step, index) => {
    variables[`--mantine-color-dark-${index}`] = look.dark.neutral[step - 1] ?? ''
  })
  Object.assign(variables, parts('accent', 'var(--kt-accent)', 'var(--kt-accent-3)', 'var(--kt-accent-text)'))
  variables['--mantine-color-accent-filled-hover'] = 'var(--kt-accent-hover)'
  Object.assign(variables, parts('gray', 'var(--kt-neutral-10)', 'var(--kt-neutral-3)', 'var(--kt-ink-2)'))
  for (const hue of hues) {
    Object.assign(
      variables,
      parts(
        mantineName[hue],
        `var(--kt-${hue}-${hue === 'red' ? 'solid' : 'text'})`,
        `var(--kt-${hue}-tint)`,
        `var(--kt-${hue}-text)`,
      ),
    )
  }
  // Entries of menus take this step for what deletes.
  variables['--mantine-color-red-6'] = 'var(--kt-red-text)'
  // White on the red mark reaches only 4.3:1; a destructive button is one step deeper.
  variables['--kt-red-solid'] = scheme === 'light' ? '#c9323b' : '#b8333a'
  return variables
}

function parts(name: string, filled: string, tint: string, text: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-filled`]: filled,
    [`--mantine-color-${name}-filled-hover`]: `color-mix(in srgb, ${filled} 90%, black)`,
    [`--mantine-color-${name}-light`]: tint,
    [`--mantine-color-${name}-light-hover`]: tint,
    [`--mantine-color-${name}-light-color`]: text,
    [`--mantine-color-${name}-text`]: text,
    [`--mantine-color-${name}-outline`]: text,
    [`--mantine-color-${name}-outline-hover`]: tint,
  }
}
