import { freezeDeep } from './freeze-deep.ts'
import type { Operation } from './operation.ts'
import { chooseFrom, common, text } from './parameters.ts'

const { unmarked } = chooseFrom({ ...common, model: text('Model of the box; no description is given.') })

/** MAC addresses: three calls under /api/MacAddress. */
export const macAddress = freezeDeep([
  {
    id: 'AddMacAddressToHostname',
    section: 'MacAddress',
    method: 'GET',
    path: '/api/MacAddress/AddMacAddressToHostname',
    summary: 'Binds a MAC address to a hostname.',
    parameters: unmarked('macAddress', 'hostname', 'crmService', 'authToken'),
    effect: 'bind',
    readBack: [
      { operation: 'GetMacAddressesUnderHostname', decides: 'The box is among the MAC addresses under the hostname.' },
    ],
  },
  {
    id: 'GetMacAddressesUnderHostname',
    section: 'MacAddress',
    method: 'GET',
    path: '/api/MacAddress/GetMacAddressesUnderHostname',
    summary: 'Lists the MAC addresses under a hostname.',
    parameters: unmarked('hostname', 'crmService', 'authToken'),
    effect: 'read',
    returns: 'macs',
    readBack: [],
  },
  {
    id: 'AddMacAddressForUser',
    section: 'MacAddress',
    method: 'POST',
    path: '/api/MacAddress/AddMacAddressForUser',
    summary: 'Adds a MAC address for a customer.',
    parameters: unmarked('userid', 'password', 'macAddress', 'crmService', 'cmsService', 'model', 'authToken'),
    effect: 'bind',
    readBack: [{ operation: 'devices', decides: 'The box is among the devices of the customer.' }],
  },
] as const satisfies readonly Operation[])
