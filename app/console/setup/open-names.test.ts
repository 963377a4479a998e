import { expect, it } from 'vitest'
import { variables } from '@/lib/config/variables'
import { nameVariables, openNames } from './open-names'

it('nameVariables and openNames match the variables of the configuration', () => {
  const configured = Object.entries(variables.service.names).map(([name, { name: variable }]) => [name, variable])
  expect(Object.entries(nameVariables)).toEqual(configured)
  expect(openNames).toEqual(configured.map(([name]) => name))
})
