export { SecondFactorCode } from './second-factor-code.tsx'
export { SecondFactorSetup } from './second-factor-setup.tsx'
