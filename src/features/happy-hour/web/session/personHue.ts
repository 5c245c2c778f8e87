import { type Hue, hues } from '../../../../platform/ui/theme/tokens.ts'

/** The hue that tells one person apart from the next. */
export const personHue = (id: number): Hue => hues[id % hues.length] ?? 'blue'
