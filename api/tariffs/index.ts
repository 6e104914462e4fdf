import { calculateTariff } from './calculate';
import { compareTariffs } from './compare';
import { getCountryProfile } from './country-profile';
import { calculateLandedCost } from './landed-cost';

/** Operations 9 to 11 in the specification's order, and landed costs beside them. */
export const TARIFF_ENDPOINTS = [calculateTariff, getCountryProfile, compareTariffs, calculateLandedCost];
