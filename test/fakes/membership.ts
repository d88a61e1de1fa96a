import { makeFleetSecrets, makeIdentity } from '../../src/main/fleet/fleet-keys.ts'
import { trulyRandom } from './random.ts'

/** The place of a supervisor's computer in a new fleet. */
export const makeSupervisorMembership = () => ({
  ...makeFleetSecrets(trulyRandom),
  ...makeIdentity(trulyRandom),
  hub: 'https://fleet.example:8443',
  authority: '',
  proxy: '',
  station: 'office',
  name: 'Office',
  role: 'supervisor' as const,
})
