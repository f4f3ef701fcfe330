use super::*;
use crate::endings::{BuildProgress, Tables};
use crate::model::rules::Rules;
use crate::model::shape::Shape;
use std::num::NonZeroUsize;
