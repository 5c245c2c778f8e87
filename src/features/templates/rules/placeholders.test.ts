import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  escapeHtml,
  fillTemplate,
  type PlaceholderName,
  type PlaceholderValues,
  parseTemplate,
  placeholderNames,
  placeholderProblems,
  timeOfDay,
  unfilledText,
  written,
} from './placeholders.ts'

const filled = (text: string, values: Partial<PlaceholderValues>, encode?: (value: string) => string) =>
  fillTemplate(
    parseTemplate(text),
    { ...(Object.fromEntries(placeholderNames.map(name => [name, ''])) as PlaceholderValues), ...values },
    encode,
  )

const anyName = fc.constantFrom(...placeholderNames)
const anyValues = fc.record(
  Object.fromEntries(placeholderNames.map(name => [name, fc.string()])) as Record<
    PlaceholderName,
    fc.Arbitrary<string>
  >,
)
const withoutBraces = fc.string().map(text => text.replace(/[{}]/g, ''))
/** Templates as people may write them, with the pieces that they are made of. */
const anyTemplate = fc.array(
  fc.oneof(
    withoutBraces,
    anyName.map(name => ({ placeholder: name })),
  ),
)
const textOf = (pieces: readonly (string | { placeholder: PlaceholderName })[]) =>
  pieces.map(piece => (typeof piece === 'string' ? piece : written(piece.placeholder))).join('')

describe('a template', () => {
  it('is filled wherever a placeholder stands', () => {
    expect(
      filled('{{lead_first_name}}, {{lead_first_name}} and {{lead_area}}', {
        lead_first_name: 'Amara',
        lead_area: 'Toronto',
      }),
    ).toBe('Amara, Amara and Toronto')
  })

  it('has thirteen placeholders', () => {
    expect(placeholderNames).toHaveLength(13)
    expect(filled(placeholderNames.map(written).join(), {})).toBe(','.repeat(12))
  })

  it('holds the values as they are, each in its place, and never reads them again', () => {
    fc.assert(
      fc.property(anyTemplate, anyValues, (pieces, values) => {
        const expected = pieces.map(piece => (typeof piece === 'string' ? piece : values[piece.placeholder])).join('')
        expect(fillTemplate(parseTemplate(textOf(pieces)), values)).toBe(expected)
      }),
    )
    expect(filled('Hi {{lead_first_name}}', { lead_first_name: '{{agent_phone}}', agent_phone: '416' })).toBe(
      'Hi {{agent_phone}}',
    )
    expect(filled('{{{{lead_first_name}}}}', { lead_first_name: 'agent_phone', agent_phone: '416' })).not.toContain(
      '416',
    )
  })

  it('lets no value out of its place in HTML', () => {
    fc.assert(
      fc.property(anyTemplate, anyValues, (pieces, values) => {
        const around = pieces.filter(piece => typeof piece === 'string').join('')
        const html = fillTemplate(parseTemplate(textOf(pieces)), values, escapeHtml)
        for (const sign of ['<', '>', '"', "'"]) expect(html.split(sign).length).toBe(around.split(sign).length)
      }),
    )
  })

  it('has its unknown placeholders named, whatever stands between the braces', () => {
    expect(placeholderProblems('Hi {{first_name}}, {{lead_area}}, {{first_name}} {{ lead_area }}')).toEqual([
      '{{first_name}} is not a placeholder.',
      '{{ lead_area }} is not a placeholder.',
    ])
    expect(placeholderProblems('Hi {{lead_<b>first</b>_name}} {{lead_area')).toEqual([
      '{{lead_first_name}} is not a placeholder.',
      '“{{” does not belong to a placeholder.',
    ])
    expect(placeholderProblems('{lead_area} is plain text, and so is }.')).toEqual([])
    expect(placeholderProblems('{{constructor}}')).toEqual(['{{constructor}} is not a placeholder.'])
  })

  it('leaves no double braces in what it puts the values into', () => {
    const braces = fc.constantFrom('{', '}', '{{', '}}', 'lead_area', 'foo', ' ')
    fc.assert(
      fc.property(fc.array(fc.oneof(braces, anyName.map(written))), pieces => {
        const text = pieces.join('')
        const around = parseTemplate(text).parts.filter(part => typeof part === 'string')
        if (placeholderProblems(text).length === 0) for (const part of around) expect(part).not.toMatch(/\{\{|\}\}/)
      }),
    )
  })
})

describe('the time of day', () => {
  it('is that of the lead: Morning before 12, Afternoon to 16:59, Evening from 17:00', () => {
    const at = (time: string) => timeOfDay(new Date(`2026-11-22T${time}:00-05:00`), 'America/Toronto')
    expect(['00:00', '11:59', '12:00', '16:59', '17:00', '23:59'].map(at)).toEqual([
      'Morning',
      'Morning',
      'Afternoon',
      'Afternoon',
      'Evening',
      'Evening',
    ])
    expect(timeOfDay(new Date('2026-11-22T12:30:00-05:00'), 'America/Vancouver')).toBe('Morning')
  })
})

describe('a template that is filled for nobody yet', () => {
  it('says what comes where its placeholders stand, and leaves all else alone', () => {
    expect(unfilledText('Still looking in {{lead_area}}, {{lead_first_name}}?')).toBe(
      'Still looking in [lead’s area], [lead’s first name]?',
    )
    expect(unfilledText('Ends {{soon}} with {{')).toBe('Ends {{soon}} with {{')
  })
})
