import { calculateTariff } from './calculate';
import { compareTariffs } from './compare';
import { getCountryProfile } from './country-profile';

/** Operations 9 to 11, in the specification's order. */
export const TARIFF_ENDPOINTS = [calculateTariff, getCountryProfile, compareTariffs];
