"""What changes a value, before or behind an answer in every form, makes another answer of it: known by construction."""

import pytest
import refgrader

BEFORE = (
    "twice half#of the#log#of not at#least the#square#of about#half#of less#than minus one#more#than the#reciprocal#of "
    "everything#but never hardly nearly three#times a#third#of divisible#by over under close#to different#from"
).split()
BEHIND = (
    "#over#3 #squared #all#over#2 #times#3 #(wrong) #million ,#no #or#7 #and#7 #at#most #or#more ,#which#is#wrong "
    "#factorial #divided#by#2 ,#but#7#is#right #dozen ,#doubled #less#than#30 ,#I#guess #+#1 #-#3 #is#wrong "
    "#is#not#right #does#not#work #was#my#first#guess #percent#of#8 #to#the#fourth #short#of#30 #if#n#is#even "
    "#for#the#first#part #so#far #at#best #too#many #in#base#7 #in#thousands #assuming#nobody#leaves"
).split()
FORMS = {
    "announced": "The answer is {before}{gold}{behind}.",
    "announced formula": "The answer is {before}${gold}${behind}.",
    "box": "So we get {before}$\\boxed{{{gold}}}${behind}.",
    "sentence": "So the number is {before}{gold}{behind}.",
    "heading": "**Answer:** {before}{gold}{behind}",
    "counted": "So there are {before}{gold}{behind} apples.",
    "bold": "We get x = **{before}{gold}{behind}**.",
}


@pytest.mark.parametrize("gold", ["18", r"\frac{3}{4}"])
@pytest.mark.parametrize("form", FORMS)
def test_what_changes_a_value_makes_another_answer_of_it(form: str, gold: str) -> None:
    changes = [(f"{word} ", "") for word in BEFORE] + [("", word) for word in BEHIND]
    responses = [
        FORMS[form].format(before=before.replace("#", " "), gold=gold, behind=behind.replace("#", " "))
        for before, behind in changes
    ]
    accepted = [response for response in responses if refgrader.grade(gold, response).correct]
    assert not accepted


@pytest.mark.parametrize("form", ["box", "sentence"])
def test_what_says_of_what_a_value_is_leaves_it_alone(form: str) -> None:
    behind = "#apples #cm #as#required #for#the#total #in#the#basket #if#we#round #when#$x=6$ #for#$n=3$ #percent #each"
    refused = [
        response
        for said in behind.split()
        if not refgrader.grade(
            "18", response := FORMS[form].format(before="", gold="18", behind=said.replace("#", " "))
        ).correct
    ]
    assert not refused


@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"counted"}))
def test_the_answer_itself_is_taken_in_each_form(form: str) -> None:
    assert refgrader.grade("18", FORMS[form].format(before="", gold="18", behind="")).correct
