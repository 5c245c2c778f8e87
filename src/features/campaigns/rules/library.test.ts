import { describe, expect, it } from 'vitest'
import { placeholderProblems } from '../../templates/rules/placeholders.ts'
import { StepFields } from '../contract/records.ts'
import { library } from './library.ts'
import { campaignProblem } from './steps.ts'

describe('the campaigns to start from', () => {
  it('are fifteen, each with a name of its own', () => {
    expect(library).toHaveLength(15)
    expect(new Set(library.map(({ name }) => name)).size).toBe(15)
  })

  it.each(library)('can be switched on as they are: $name', ({ steps }) => {
    for (const step of steps) {
      expect(StepFields.safeParse(step).error).toBeUndefined()
      expect(placeholderProblems(`${step.subject ?? ''}${step.content ?? ''}`)).toEqual([])
    }
    const texts = steps.map(({ step_type, subject = '', content = '' }) => ({ step_type, subject, content }))
    expect(campaignProblem(texts)).toBeNull()
  })

  it.each(library)('say in each text who writes and how it ends: $name', ({ steps }) => {
    for (const { step_type, content } of steps)
      if (step_type === 'auto_text') expect(content).toMatch(/\{\{agent_first_name\}\}.*STOP/)
  })
})
