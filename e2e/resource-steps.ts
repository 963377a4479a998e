export const resourcesPath = '/console/resources'

/** Returns a resource in the format of the service. */
export const resource = (number: number, fields = {}) => ({
  id: `01J00000000000000000000${String(number).padStart(3, '0')}`,
  name: `Resource ${number}`,
  resource_type: 'device',
  resource_subtype: 'dashcam',
  resource_pda: `1111111111111111111111111111111111111111${String(number).padStart(3, '0')}`,
  active: true,
  ...fields,
})
